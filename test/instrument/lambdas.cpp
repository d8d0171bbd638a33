// Lambdas wherever an expression may stand.
// RUN: %omc-cxx -std=c++23 --omc-naive --omc-print %s | %text
// RUN: %same-c++ -std=c++23
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

int global = [] { int n = 1; return n + 1; }();
const auto table = std::vector<std::function<int(int)>>{[](int n) { return n; }, [](int n) { n++; return n; }};
inline auto inline_variable = [](auto x) { return x + x; };
int with_default(int n = [] { return 5; }(), int m = [](int k) { if (k) return k; return 0; }(6)) { return n * m; }
template <auto F = [] { return 7; }> int in_template_argument() { return F(); }
template <typename T = decltype([](int a, int b) { return a > b; })> int sorted(std::vector<int> v) { std::sort(v.begin(), v.end(), T{}); return v[0]; }
template <typename F> concept Callable = requires(F f) { { [](auto g) { return g(); }(f) }; };
// CHECK: {{^}}int global = [] { __omc_hook(19); int n = 1; __omc_hook(30); return n + 1; }();
// CHECK-NEXT: {{^}}const auto table = std::vector<std::function<int(int)>>{[](int n) { __omc_hook(69); return n; }, [](int n) { __omc_hook(94); n++; __omc_hook(99); return n; }};
// CHECK-NEXT: {{^}}inline auto inline_variable = [](auto x) { __omc_hook(44); return x + x; };
// CHECK-NEXT: {{^}}int with_default(int n = [] { __omc_hook(31); return 5; }(), int m = [](int k) { __omc_hook(66); if (k) { __omc_hook(73); return k; } __omc_hook(83); return 0; }(6)) { __omc_hook(101); return n * m; }
// CHECK-NEXT: {{^}}template <auto F = [] { __omc_hook(25); return 7; }> int in_template_argument() { __omc_hook(67); return F(); }
// CHECK-NEXT: {{^}}template <typename T = decltype([](int a, int b) { __omc_hook(52); return a > b; })> int sorted(std::vector<int> v) { __omc_hook(103); std::sort(v.begin(), v.end(), T{}); __omc_hook(139); return v[0]; }
// CHECK-NEXT: {{^}}template <typename F> concept Callable = requires(F f) { { [](auto g) { __omc_hook(73); return g(); }(f) }; };

struct Base { int n; explicit Base(int n) : n(n) {} };
struct Members : Base {
  int plain = [] { return 8; }();
  int from_this = [this] { return plain + 1; }();
  static inline int shared = [] { return 9; }();
  std::function<int()> kept = [this]() mutable noexcept -> int { return plain++; };
  Members() : Base([] { return 10; }()), last{[&] { return n + 1; }()} {}
  int last;
  auto operator()(this auto&& self, int k) { return self.n + k; }
};
// CHECK: {{^}}  int plain = [] { __omc_hook(20); return 8; }();
// CHECK-NEXT: {{^}}  int from_this = [this] { __omc_hook(28); return plain + 1; }();
// CHECK-NEXT: {{^}}  static inline int shared = [] { __omc_hook(35); return 9; }();
// CHECK-NEXT: {{^}}  std::function<int()> kept = [this]() mutable noexcept -> int { __omc_hook(66); return plain++; };
// CHECK-NEXT: {{^}}  Members() : Base([] { __omc_hook(25); return 10; }()), last{[&] { __omc_hook(53); return n + 1; }()} {}
// CHECK: {{^}}  auto operator()(this auto&& self, int k) { __omc_hook(46); return self.n + k; }

int recursive(int n) {
  auto factorial = [](this auto self, int n) -> int { if (n < 2) return 1; return n * self(n - 1); };
  auto by_copy = [=] { return n; };
  auto by_reference = [&] { return n++; };
  auto moved = [p = std::make_unique<int>(3), &n]() mutable { n += *p; return *p; };
  auto pack = [](auto... xs) { return (xs + ... + 0); };
  auto capture_pack = [](auto... xs) { return [... ys = xs] { return (ys * ... * 1); }(); };
  auto templated = []<typename T, int N>(T (&a)[N]) { return N; };
  static auto kept = [] static { return 12; };
  int array[3] = {};
  return factorial(4) + by_copy() + by_reference() + moved() + pack(1, 2, 3) + capture_pack(2, 3) + templated(array) + kept();
}
// CHECK: {{^}}  __omc_hook(3); auto factorial = [](this auto self, int n) -> int { __omc_hook(55); if (n < 2) { __omc_hook(66); return 1; } __omc_hook(76); return n * self(n - 1); };
// CHECK-NEXT: {{^}}  __omc_hook(3); auto by_copy = [=] { __omc_hook(24); return n; };
// CHECK-NEXT: {{^}}  __omc_hook(3); auto by_reference = [&] { __omc_hook(29); return n++; };
// CHECK-NEXT: {{^}}  __omc_hook(3); auto moved = [p = std::make_unique<int>(3), &n]() mutable { __omc_hook(63); n += *p; __omc_hook(72); return *p; };
// CHECK-NEXT: {{^}}  __omc_hook(3); auto pack = [](auto... xs) { __omc_hook(32); return (xs + ... + 0); };
// CHECK-NEXT: {{^}}  __omc_hook(3); auto capture_pack = [](auto... xs) { __omc_hook(40); return [... ys = xs] { __omc_hook(63); return (ys * ... * 1); }(); };
// CHECK-NEXT: {{^}}  __omc_hook(3); auto templated = []<typename T, int N>(T (&a)[N]) { __omc_hook(55); return N; };
// CHECK-NEXT: {{^}}  __omc_hook(3); static auto kept = [] static { __omc_hook(34); return 12; };
// CHECK-NEXT: {{^}}  __omc_hook(3); int array[3] = {};
// CHECK-NEXT: {{^}}  __omc_hook(3); return factorial(4) + by_copy() + by_reference() + moved() + pack(1, 2, 3) + capture_pack(2, 3) + templated(array) + kept();

int in_statements(int n) {
  if ([&] { return n > 2; }()) n++;
  for (int i = [] { return 0; }(); [&] { return i < 3; }(); [&] { i++; }()) n += i;
  while ([&] { return n-- > 10; }()) ;
  do n++; while ([&] { return n < 12; }());
  for (int x : [] { return std::vector{1, 2}; }()) n += x;
  switch ([&] { return n % 2; }()) { case 0: n = [n] { return n * 2; }(); break; default: ; }
  try { throw [] { return 3; }; } catch (...) { [&] { n++; }(); }
  delete new int([] { return 1; }());
  int sized[sizeof([] { return 1; }) + 1];
  sized[0] = [] { struct Local { int f() { return 4; } }; return Local().f(); }();
  int picked = n > 3 ? [] { return 1; }() : [] { return 2; }();
  [] {}();
  [n]() mutable { [&] { [=]() mutable { n++; }(); }(); }();
  auto comma = ([&] { n++; }(), [&] { return n; }());
  static_assert([] { int s = 0; for (int i = 0; i < 4; i++) s += i; return s; }() == 6);
  static_assert(Callable<decltype([] { return 1; })>);
  return [&]() -> int { return [&] { return n + picked + comma + sized[0]; }(); }();
}
// CHECK: {{^}}  __omc_hook(3); if ([&] { __omc_hook(13); return n > 2; }()) { __omc_hook(32); n++; }
// CHECK-NEXT: {{^}}  __omc_hook(3); for (int i = [] { __omc_hook(21); return 0; }(); [&] { __omc_hook(42); return i < 3; }(); [&] { __omc_hook(67); i++; }()) { __omc_hook(77); n += i; }
// CHECK-NEXT: {{^}}  __omc_hook(3); while ([&] { __omc_hook(16); return n-- > 10; }()) { __omc_hook(38); ; }
// CHECK-NEXT: {{^}}  __omc_hook(3); do { __omc_hook(6); n++; } while ([&] { __omc_hook(24); return n < 12; }());
// CHECK-NEXT: {{^}}  __omc_hook(3); for (int x : [] { __omc_hook(21); return std::vector{1, 2}; }()) { __omc_hook(52); n += x; }
// CHECK-NEXT: {{^}}  __omc_hook(3); switch ([&] { __omc_hook(17); return n % 2; }()) { case 0: __omc_hook(46); n = [n] { __omc_hook(56); return n * 2; }(); __omc_hook(75); break; default: ; }
// CHECK-NEXT: {{^}}  __omc_hook(3); try { __omc_hook(9); throw [] { __omc_hook(20); return 3; }; } catch (...) { __omc_hook(49); [&] { __omc_hook(55); n++; }(); }
// CHECK-NEXT: {{^}}  __omc_hook(3); delete new int([] { __omc_hook(23); return 1; }());
// CHECK-NEXT: {{^}}  __omc_hook(3); int sized[sizeof([] { __omc_hook(25); return 1; }) + 1];
// CHECK-NEXT: {{^}}  __omc_hook(3); sized[0] = [] { struct Local { int f() { __omc_hook(44); return 4; } }; __omc_hook(59); return Local().f(); }();
// CHECK-NEXT: {{^}}  __omc_hook(3); int picked = n > 3 ? [] { __omc_hook(29); return 1; }() : [] { __omc_hook(50); return 2; }();
// CHECK-NEXT: {{^}}  __omc_hook(3); [] {}();
// CHECK-NEXT: {{^}}  __omc_hook(3); [n]() mutable { __omc_hook(19); [&] { __omc_hook(25); [=]() mutable { __omc_hook(41); n++; }(); }(); }();
// CHECK-NEXT: {{^}}  __omc_hook(3); auto comma = ([&] { __omc_hook(23); n++; }(), [&] { __omc_hook(39); return n; }());
// CHECK-NEXT: {{^}}  static_assert([] { __omc_hook(22); int s = 0; __omc_hook(33); for (int i = 0; i < 4; i++) { __omc_hook(61); s += i; } __omc_hook(69); return s; }() == 6);
// CHECK-NEXT: {{^}}  static_assert(Callable<decltype([] { __omc_hook(40); return 1; })>);
// CHECK-NEXT: {{^}}  __omc_hook(3); return [&]() -> int { __omc_hook(25); return [&] { __omc_hook(38); return n + picked + comma + sized[0]; }(); }();

int main() {
  Members m;
  std::printf("%d %d %d %d\n", global, table[0](3), table[1](3), inline_variable(2));
  std::printf("%d %d %d\n", with_default(), in_template_argument(), sorted({1, 3, 2}));
  std::printf("%d %d %d %d %d %d\n", m.plain, m.from_this, Members::shared, m.kept(), m.last, m(3));
  std::printf("%d %d\n", recursive(3), in_statements(4));
}
// CHECK: {{^}}  __omc_hook(3); Members m;
// CHECK-NEXT: {{^}}  __omc_hook(3); std::printf("%d %d %d %d\n", global, table[0](3), table[1](3), inline_variable(2));
// CHECK-NEXT: {{^}}  __omc_hook(3); std::printf("%d %d %d\n", with_default(), in_template_argument(), sorted({1, 3, 2}));
// CHECK-NEXT: {{^}}  __omc_hook(3); std::printf("%d %d %d %d %d %d\n", m.plain, m.from_this, Members::shared, m.kept(), m.last, m(3));
// CHECK-NEXT: {{^}}  __omc_hook(3); std::printf("%d %d\n", recursive(3), in_statements(4));
// COVERS: instrumenter/source/statements
