// try and catch in every shape: nested, unbraced parents, function-try-blocks of functions, constructors and
// destructors, handlers that return, rethrow and jump.
// RUN: %omc-cxx --omc-naive --omc-print %s | %text
// RUN: %same-c++
// RUN: %same-c++ -std=c++98
#include <cstdio>
#include <stdexcept>

struct Guard {
  const char* name;
  Guard(const char* n) : name(n) { std::printf("+%s\n", name); }
  ~Guard() { std::printf("-%s\n", name); }
};
// CHECK: {{^}}  Guard(const char* n) : name(n) { __omc_hook(36); std::printf("+%s\n", name); }
// CHECK-NEXT: {{^}}  ~Guard() { __omc_hook(14); std::printf("-%s\n", name); }

static int check(int n) { if (n > 2) throw n; if (n < 0) throw std::runtime_error("negative"); return n; }
// CHECK: {{^}}static int check(int n) { __omc_hook(27); if (n > 2) { __omc_hook(38); throw n; } __omc_hook(47); if (n < 0) { __omc_hook(58); throw std::runtime_error("negative"); } __omc_hook(96); return n; }

struct Member {
  int n;
  Member(int k) : n(check(k)) {}
};
struct Whole {
  Guard before;
  Member member;
  Whole(int k) try : before("before"), member(k) {
    std::printf("whole %d\n", k);
    if (k == 2) throw 'c';
  } catch (int caught) {
    std::printf("constructor %d\n", caught);
    throw;
  } catch (...) {
    std::puts("constructor other");
  }
  ~Whole() try { std::puts("destructor"); } catch (...) { std::puts("never"); }
};
// CHECK: {{^}}    __omc_hook(5); std::printf("whole %d\n", k);
// CHECK-NEXT: {{^}}    __omc_hook(5); if (k == 2) { __omc_hook(17); throw 'c'; }
// CHECK: {{^}}    __omc_hook(5); std::printf("constructor %d\n", caught);
// CHECK-NEXT: {{^}}    __omc_hook(5); throw;
// CHECK: {{^}}    __omc_hook(5); std::puts("constructor other");
// CHECK: {{^}}  ~Whole() try { __omc_hook(18); std::puts("destructor"); } catch (...) { __omc_hook(59); std::puts("never"); }

static int function(int n) try {
  Guard guard("function");
  return check(n);
} catch (int) { return -1; }
catch (const std::exception& e) { std::puts(e.what()); return -2; }
// CHECK: {{^}}  __omc_hook(3); Guard guard("function");
// CHECK-NEXT: {{^}}  __omc_hook(3); return check(n);
// CHECK-NEXT: {{^}}} catch (int) { __omc_hook(17); return -1; }
// CHECK-NEXT: {{^}}catch (const std::exception& e) { __omc_hook(35); std::puts(e.what()); __omc_hook(56); return -2; }

static int nested(int n) {
  for (int i = 0; i < 3; i++)
    try {
      try { check(n + i); } catch (int k) { if (k == 3) continue; throw; }
      std::puts("passed");
    } catch (int k) { if (k == 4) break; return k; } catch (const std::runtime_error&) { goto out; }
  if (n) try { check(9); } catch (int) { n = 100; } else try { check(8); } catch (...) { n = 200; }
  do try { throw 1.5; } catch (double d) { n += int(d * 2); } while (n < 0);
  return n;
out:
  return -100;
}
// CHECK: {{^}}  __omc_hook(3); for (int i = 0; i < 3; i++)
// CHECK-NEXT: {{^}}    { __omc_hook(5); try {
// CHECK-NEXT: {{^}}      __omc_hook(7); try { __omc_hook(13); check(n + i); } catch (int k) { __omc_hook(45); if (k == 3) { __omc_hook(57); continue; } __omc_hook(67); throw; }
// CHECK-NEXT: {{^}}      __omc_hook(7); std::puts("passed");
// CHECK-NEXT: {{^}}    } catch (int k) { __omc_hook(23); if (k == 4) { __omc_hook(35); break; } __omc_hook(42); return k; } catch (const std::runtime_error&) { __omc_hook(90); goto out; } }
// CHECK-NEXT: {{^}}  __omc_hook(3); if (n) { __omc_hook(10); try { __omc_hook(16); check(9); } catch (int) { __omc_hook(42); n = 100; } } else { __omc_hook(58); try { __omc_hook(64); check(8); } catch (...) { __omc_hook(90); n = 200; } }
// CHECK-NEXT: {{^}}  __omc_hook(3); do { __omc_hook(6); try { __omc_hook(12); throw 1.5; } catch (double d) { __omc_hook(44); n += int(d * 2); } } while (n < 0);
// CHECK-NEXT: {{^}}  __omc_hook(3); return n;
// CHECK: {{^}}  __omc_hook(3); return -100;

int main() {
  for (int i = -1; i < 4; i++) {
    std::printf("%d %d\n", function(i), nested(i));
    try { Whole whole(i); } catch (...) { std::puts("main"); }
  }
}
// CHECK: {{^}}  __omc_hook(3); for (int i = -1; i < 4; i++) {
// CHECK-NEXT: {{^}}    __omc_hook(5); std::printf("%d %d\n", function(i), nested(i));
// CHECK-NEXT: {{^}}    __omc_hook(5); try { __omc_hook(11); Whole whole(i); } catch (...) { __omc_hook(43); std::puts("main"); }
// COVERS: instrumenter/source/statements
