// constexpr functions run at run time too: their hooks are there, and vanish where the compiler evaluates. Before
// C++14 such a function has room for nothing but its return.
// RUN: %omc-cxx -std=c++23 --omc-naive --omc-print %s | %text
// RUN: %omc-cxx -std=c++11 --omc-naive --omc-print %s | FileCheck --check-prefix OLD %s
// RUN: %same-c++ -std=c++11
// RUN: %same-c++ -std=c++14
// RUN: %same-c++ -std=c++17
// RUN: %same-c++ -std=c++20
// RUN: %same-c++ -std=c++23 -Wall -Wextra -Werror
#include <cstdio>

constexpr int twice(int n) { return n + n; }
static_assert(twice(4) == 8, "");
int sized[twice(3)];
enum { constant = twice(5) };
struct Literal {
  int n;
  constexpr Literal(int n) : n(twice(n)) {}
  constexpr int get() const { return n; }
};
static_assert(Literal(2).get() == 4, "");
// OLD: {{^}}constexpr int twice(int n) { return n + n; }
// CHECK: {{^}}constexpr int twice(int n) { __omc_hook(30); return n + n; }
// CHECK: {{^}}  constexpr int get() const { __omc_hook(31); return n; }

#if __cplusplus >= 201402L
constexpr int triangle(int n) { int sum = 0; for (int i = 1; i <= n; i++) { if (i % 2 == 0 && n < 0) continue; sum += i; } return sum; }
static_assert(triangle(10) == 55, "");
constexpr int many(int n) { int s = 0; while (n-- > 0) s ^= n; return s; }
static_assert(many(500000) == many(500000), "");
template <int N> struct Fixed { static constexpr int value = N; };
constexpr int chosen(int n) { switch (n) { case 0: return 10; default: break; } do n--; while (n > 3); return n; }
int filled[Fixed<triangle(3)>::value];
#else
constexpr int triangle(int n) { return n ? n + triangle(n - 1) : 0; }
constexpr int chosen(int n) { return n > 3 ? 3 : n ? n - 1 : 10; }
#endif
// CHECK: {{^}}constexpr int triangle(int n) { __omc_hook(33); int sum = 0; __omc_hook(46); for (int i = 1; i <= n; i++) { __omc_hook(77); if (i % 2 == 0 && n < 0) { __omc_hook(102); continue; } __omc_hook(112); sum += i; } __omc_hook(124); return sum; }
// CHECK: {{^}}constexpr int many(int n) { __omc_hook(29); int s = 0; __omc_hook(40); while (n-- > 0) { __omc_hook(56); s ^= n; } __omc_hook(64); return s; }
// CHECK: {{^}}constexpr int chosen(int n) { __omc_hook(31); switch (n) { case 0: __omc_hook(52); return 10; default: __omc_hook(72); break; } __omc_hook(81); do { __omc_hook(84); n--; } while (n > 3); __omc_hook(104); return n; }

#if __cplusplus >= 201703L
constexpr auto lambda = [](int n) constexpr { int r = n; r *= 3; return r; };
static_assert(lambda(3) == 9);
template <typename T> constexpr int size() { if constexpr (sizeof(T) > 4) return 8; else return 4; }
static_assert(size<long>() == 8);
#endif
// CHECK: {{^}}constexpr auto lambda = [](int n) constexpr { __omc_hook(47); int r = n; __omc_hook(58); r *= 3; __omc_hook(66); return r; };
// CHECK: {{^}}template <typename T> constexpr int size() { __omc_hook(46); if constexpr (sizeof(T) > 4) { __omc_hook(75); return 8; } else { __omc_hook(90); return 4; } }

#if __cplusplus >= 202002L
consteval int immediate(int n) { int r = n; r++; return r; }
constexpr int tried(int n) { try { if (n > 5) throw n; return n; } catch (int) { return -1; } }
static_assert(tried(immediate(2)) == 3);
struct Owner { int* p; constexpr Owner(int n) : p(new int(n)) { *p += 1; } constexpr ~Owner() { delete p; } constexpr virtual int get() const { return *p; } };
static_assert(Owner(3).get() == 4);
constinit int initialised = triangle(4);
#endif
// CHECK: {{^}}constexpr int tried(int n) { __omc_hook(30); try { __omc_hook(36); if (n > 5) { __omc_hook(47); throw n; } __omc_hook(56); return n; } catch (int) { __omc_hook(82); return -1; } }
// CHECK: {{^}}struct Owner { int* p; constexpr Owner(int n) : p(new int(n)) { __omc_hook(65); *p += 1; } constexpr ~Owner() { __omc_hook(97); delete p; } constexpr virtual int get() const { __omc_hook(145); return *p; } };

#if __cplusplus >= 202302L
constexpr int where(int n) { if consteval { n++; return n; } else { n--; return n; } }
constexpr int negated(int n) { if !consteval { n *= 10; } return n; }
static_assert(where(1) == 2 && negated(1) == 1);
#else
constexpr int where(int n) { return n - 1; }
constexpr int negated(int n) { return n * 10; }
#endif
// CHECK: {{^}}constexpr int where(int n) { __omc_hook(30); if consteval { __omc_hook(45); n++; __omc_hook(50); return n; } else { __omc_hook(69); n--; __omc_hook(74); return n; } }
// CHECK-NEXT: {{^}}constexpr int negated(int n) { __omc_hook(32); if !consteval { __omc_hook(48); n *= 10; } __omc_hook(59); return n; }

int main(int argc, char**) {
  static const int folded = triangle(6);
  std::printf("%d %d %d %d %d\n", twice(argc), triangle(argc + 3), folded, Literal(argc).get(), constant);
  std::printf("%d %d %d %d\n", chosen(argc), where(argc), negated(argc), int(sizeof(sized)));
}
// CHECK: {{^}}  __omc_hook(3); static const int folded = triangle(6);
// CHECK-NEXT: {{^}}  __omc_hook(3); std::printf("%d %d %d %d %d\n", twice(argc), triangle(argc + 3), folded, Literal(argc).get(), constant);
// CHECK-NEXT: {{^}}  __omc_hook(3); std::printf("%d %d %d %d\n", chosen(argc), where(argc), negated(argc), int(sizeof(sized)));
// COVERS: instrumenter/source/statements instrumenter/source/filter
