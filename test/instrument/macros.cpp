// Macros: a call that is a statement gets a hook before it; what is spelled in its body
// gets one there.
// RUN: %omc-cxx --omc-naive --omc-print %s | %text
// RUN: %same-c++
#include <cassert>
#include <cstdio>

#define TEST(name) static void name##_test(); \
  static int name = (name##_test(), 0);       \
  static void name##_test()
#define FUNCTION(name) int name() { int x = 1; if (x) x++; return x; }
#define RUN(code) [&] { code }()
#define STATEMENTS(...) __VA_ARGS__
#define BEGIN {
#define END }
#define IF_SET(x) if (x)
#define OTHERWISE else
#define LOCKED(x) for (int once = (x, 1); once; once = 0)
#define RETURN_IF(x) if (x) return 1; else
#define NOTHING
#define CAT(a, b) a##b
#define LATE_SEMI(x) std::printf("%d\n", x)
#define ON_LINES(x) \
  x++;              \
  x++;
// CHECK: #define FUNCTION(name) int name() { __omc_hook(0); int x = 1; __omc_hook(0); if (x) { __omc_hook(0); x++; } __omc_hook(0); return x; }
// CHECK: #define RUN(code) [&] { __omc_hook(0); code }()
// CHECK: #define RETURN_IF(x) if (x) { __omc_hook(0); return 1; } else
// CHECK: #define ON_LINES(x)
// CHECK-NEXT: {{^}}  x++;
// CHECK-NEXT: {{^}}  __omc_hook(0); x++;

TEST(first) { std::printf("first\n"); }
// CHECK: TEST(first) { __omc_hook(15); std::printf("first\n"); }
FUNCTION(made)
// CHECK-NEXT: {{^}}FUNCTION(made)

int begin_end(int n) BEGIN
  n++;
  return n;
END
// CHECK: int begin_end(int n) BEGIN
// CHECK-NEXT: {{^}}  __omc_hook(3); n++;

int all(int n) {
  RUN(n++; n += 2; if (n > 3) n--;);
  // CHECK: {{^}}  __omc_hook(3); RUN(n++; __omc_hook_on([[#@LINE-1]], 12); n += 2; __omc_hook_on([[#@LINE-1]], 20); if (n > 3) { __omc_hook_on([[#@LINE-1]], 31); n--; });
  STATEMENTS(n++; n++;)
  // CHECK-NEXT: {{^}}  __omc_hook(3); STATEMENTS(n++; __omc_hook_on([[#@LINE-1]], 19); n++;)
  BEGIN n++; END
  // CHECK-NEXT: {{^}}  BEGIN __omc_hook(9); n++; END
  IF_SET(n) n++; OTHERWISE n--;
  // CHECK-NEXT: {{^}}  __omc_hook(3); IF_SET(n) { __omc_hook(13); n++; } OTHERWISE { __omc_hook(28); n--; }
  if (n) BEGIN n++; END else BEGIN n--; END
  // CHECK-NEXT: {{^}}  __omc_hook(3); if (n) BEGIN __omc_hook(16); n++; END else BEGIN __omc_hook(36); n--; END
  LOCKED(n++) n += 2;
  // CHECK-NEXT: {{^}}  __omc_hook(3); LOCKED(n++) { __omc_hook(15); n += 2; }
  LOCKED(n++) LOCKED(n++) { n += 2; }
  // CHECK-NEXT: {{^}}  __omc_hook(3); LOCKED(n++) { __omc_hook(15); LOCKED(n++) { __omc_hook(29); n += 2; } }
  RETURN_IF(n > 100) n++;
  // CHECK-NEXT: {{^}}  __omc_hook(3); RETURN_IF(n > 100) { __omc_hook(22); n++; }
  NOTHING n++; NOTHING
  // CHECK-NEXT: {{^}}  NOTHING __omc_hook(11); n++; NOTHING
  if (n) NOTHING n++; NOTHING else NOTHING n--;
  // CHECK-NEXT: {{^}}  __omc_hook(3); if (n) NOTHING { __omc_hook(18); n++; } NOTHING else NOTHING { __omc_hook(44); n--; }
  CAT(ret, urn_label): CAT(n, )++;
  // CHECK-NEXT: {{^}}  CAT(ret, urn_label): __omc_hook(24); CAT(n, )++;
  if (n) LATE_SEMI(n); else LATE_SEMI(-n);
  // CHECK-NEXT: {{^}}  __omc_hook(3); if (n) { __omc_hook(10); LATE_SEMI(n); } else { __omc_hook(29); LATE_SEMI(-n); }
  ON_LINES(n)
  // CHECK-NEXT: {{^}}  __omc_hook(3); ON_LINES(n)
  if (n == 12345) goto return_label;
  assert(n);
  // CHECK: {{^}}  __omc_hook(3); assert(n);
  if (n) assert(n > 0); else assert(0);
  // CHECK-NEXT: {{^}}  __omc_hook(3); if (n) { __omc_hook(10); assert(n > 0); } else { __omc_hook(30); assert(0); }
#if 0
  n = (
#endif
  n++;
  // CHECK: {{^}}#endif
  // CHECK-NEXT: {{^}}  __omc_hook(3); n++;
#ifdef NOT_DEFINED
  if (n)
#endif
    n++;
  // CHECK: {{^}}    __omc_hook(5); n++;
  if (n)
#ifdef NOT_DEFINED
    n--;
#else
    n++;
#endif
  // CHECK: {{^}}  __omc_hook(3); if (n)
  // CHECK-NEXT: {{^}}#ifdef NOT_DEFINED
  // CHECK-NEXT: {{^}}    n--;
  // CHECK-NEXT: {{^}}#else
  // CHECK-NEXT: {{^}}    { __omc_hook(5); n++; }
  // CHECK-NEXT: {{^}}#endif
  return n;
}

int main() { std::printf("%d %d %d\n", made(), begin_end(2), all(3)); }
// COVERS: instrumenter/source/macros
