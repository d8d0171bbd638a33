// Declarations: a hook before what is initialised, and none where a name is all there is.
// RUN: %omc-cxx -std=c++20 --omc-naive --omc-print %s | %text
// RUN: %same-c++ -std=c++20 -Wno-vla-extension
#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <tuple>

struct Point { int x, y; };
static int counter = 0;
static int next() { return ++counter; }
struct Loud {
  int n;
  Loud(int n) : n(n) { std::printf("make %d\n", n); }
  ~Loud() { std::printf("drop %d\n", n); }
};
// CHECK: {{^}}static int next() { __omc_hook(21); return ++counter; }
// CHECK: {{^}}  Loud(int n) : n(n) { __omc_hook(24); std::printf("make %d\n", n); }
// CHECK-NEXT: {{^}}  ~Loud() { __omc_hook(13); std::printf("drop %d\n", n); }

static int bindings() {
  int raw[] = {next(), next()};
  auto [a, b] = raw;
  const auto& [x, y] = Point{next(), next()};
  std::map<int, std::string> names{{next(), "one"}};
  auto&& [key, value] = *names.begin();
  int sum = a + b + x + y + key;
  for (auto [p, q] : {std::pair(1, 2), std::pair(3, 4)}) sum += p * q;
  if (auto [first, second] = std::tuple(next(), 2); first > second) sum += first; else sum -= second;
  switch (auto [m, n] = Point{1, 2}; m + n) case 3: sum += m;
  return sum;
}
// CHECK: {{^}}  __omc_hook(3); int raw[] = {next(), next()};
// CHECK-NEXT: {{^}}  __omc_hook(3); auto [a, b] = raw;
// CHECK-NEXT: {{^}}  __omc_hook(3); const auto& [x, y] = Point{next(), next()};
// CHECK-NEXT: {{^}}  __omc_hook(3); std::map<int, std::string> names{{[{][{]}}next(), "one"}};
// CHECK-NEXT: {{^}}  __omc_hook(3); auto&& [key, value] = *names.begin();
// CHECK-NEXT: {{^}}  __omc_hook(3); int sum = a + b + x + y + key;
// CHECK-NEXT: {{^}}  __omc_hook(3); for (auto [p, q] : {std::pair(1, 2), std::pair(3, 4)}) { __omc_hook(58); sum += p * q; }
// CHECK-NEXT: {{^}}  __omc_hook(3); if (auto [first, second] = std::tuple(next(), 2); first > second) { __omc_hook(69); sum += first; } else { __omc_hook(88); sum -= second; }
// CHECK-NEXT: {{^}}  __omc_hook(3); switch (auto [m, n] = Point{1, 2}; m + n) { case 3: __omc_hook(53); sum += m; }
// CHECK-NEXT: {{^}}  __omc_hook(3); return sum;

static int statics(int n) {
  static int once = next();
  thread_local int mine = next();
  static const std::string name("static"), other("two");
  extern int elsewhere;
  int bare;
  bare = n;
  register_it:
  __attribute__((unused)) int gnu = next();
  __extension__ int extended = next();
  alignas(32) int aligned = next();
  [[maybe_unused]] const int attributed = next(), again = next();
  constexpr int constant = 4;
  int(parenthesised)(next());
  int braced{next()}, empty{};
  int *pointer = &bare, &reference = bare;
  ::counter += 0;
  int (*function)() = next, function_declared(int);
  Loud loud(n);
  Loud array[2] = {n + 1, n + 2};
  typename std::array<int, 2>::value_type from_type = next();
  decltype(auto) deduced = (bare);
  if (n++ == 0) goto register_it;
  return once + mine + elsewhere + gnu + extended + aligned + constant + parenthesised + braced + empty + *pointer + reference + function() + from_type + deduced + (int)name.size() + array[0].n + loud.n + attributed;
}
int elsewhere = 5;
// CHECK: {{^}}  __omc_hook(3); static int once = next();
// CHECK-NEXT: {{^}}  __omc_hook(3); thread_local int mine = next();
// CHECK-NEXT: {{^}}  __omc_hook(3); static const std::string name("static"), other("two");
// CHECK: {{^}}  __omc_hook(3); int bare;
// CHECK-NEXT: {{^}}  __omc_hook(3); bare = n;
// CHECK: {{^}}  __omc_hook(3); __attribute__((unused)) int gnu = next();
// CHECK-NEXT: {{^}}  __omc_hook(3); __extension__ int extended = next();
// CHECK-NEXT: {{^}}  __omc_hook(3); alignas(32) int aligned = next();
// CHECK-NEXT: {{^}}  __omc_hook(3); {{\[\[}}maybe_unused]] const int attributed = next(), again = next();
// CHECK-NEXT: {{^}}  __omc_hook(3); constexpr int constant = 4;
// CHECK-NEXT: {{^}}  __omc_hook(3); int(parenthesised)(next());
// CHECK-NEXT: {{^}}  __omc_hook(3); int braced{next()}, empty{};
// CHECK-NEXT: {{^}}  __omc_hook(3); int *pointer = &bare, &reference = bare;
// CHECK-NEXT: {{^}}  __omc_hook(3); ::counter += 0;
// CHECK-NEXT: {{^}}  __omc_hook(3); int (*function)() = next, function_declared(int);
// CHECK-NEXT: {{^}}  __omc_hook(3); Loud loud(n);
// CHECK-NEXT: {{^}}  __omc_hook(3); Loud array[2] = {n + 1, n + 2};
// CHECK-NEXT: {{^}}  __omc_hook(3); typename std::array<int, 2>::value_type from_type = next();
// CHECK-NEXT: {{^}}  __omc_hook(3); decltype(auto) deduced = (bare);
// CHECK-NEXT: {{^}}  __omc_hook(3); if (n++ == 0) { __omc_hook(17); goto register_it; }
// CHECK-NEXT: {{^}}  __omc_hook(3); return once + mine + elsewhere + gnu + extended + aligned + constant + parenthesised + braced + empty + *pointer + reference + function() + from_type + deduced + (int)name.size() + array[0].n + loud.n + attributed;

static int arrays(int n) {
  int vla[n], matrix[2][n + 1];
  for (int i = 0; i < n; i++) vla[i] = i;
  for (auto& row : matrix) for (int j = 0; j <= n; j++) row[j] = j;
  return vla[n - 1] + matrix[1][n] + (int)sizeof(vla);
}
// CHECK: {{^}}  __omc_hook(3); int vla[n], matrix[2][n + 1];
// CHECK-NEXT: {{^}}  __omc_hook(3); for (int i = 0; i < n; i++) { __omc_hook(31); vla[i] = i; }
// CHECK-NEXT: {{^}}  __omc_hook(3); for (auto& row : matrix) { __omc_hook(28); for (int j = 0; j <= n; j++) { __omc_hook(57); row[j] = j; } }
// CHECK-NEXT: {{^}}  __omc_hook(3); return vla[n - 1] + matrix[1][n] + (int)sizeof(vla);

static int local_types(int n) {
  using Number = int;
  enum { one = 1, two };
  struct Local { int twice(int m) { int r = m * two; return r; } static int thrice(int m) { return 3 * m; } };
  class Derived : Local { public: int go(int m) { if (m) return twice(m); return one; } } derived;
  union { int whole; unsigned char bytes[4]; };
  whole = n;
  using namespace std;
  using std::string;
  asm("");
  static_assert(two == 2);
  return derived.go(n) + Local::thrice(n) + Number(bytes[0]) + (int)string("x").size();
}
// CHECK: {{^}}  struct Local { int twice(int m) { __omc_hook(37); int r = m * two; __omc_hook(54); return r; } static int thrice(int m) { __omc_hook(93); return 3 * m; } };
// CHECK-NEXT: {{^}}  __omc_hook(3); class Derived : Local { public: int go(int m) { __omc_hook(51); if (m) { __omc_hook(58); return twice(m); } __omc_hook(75); return one; } } derived;
// CHECK-NEXT: {{^}}  __omc_hook(3); union { int whole; unsigned char bytes[4]; };
// CHECK-NEXT: {{^}}  __omc_hook(3); whole = n;
// CHECK: {{^}}  __omc_hook(3); asm("");
// CHECK: {{^}}  __omc_hook(3); return derived.go(n) + Local::thrice(n) + Number(bytes[0]) + (int)string("x").size();

int main() {
  std::printf("%d\n", bindings());
  std::printf("%d\n", statics(0));
  std::printf("%d\n", arrays(3));
  std::printf("%d\n", local_types(4));
}
// CHECK: {{^}}  __omc_hook(3); std::printf("%d\n", bindings());
// CHECK-NEXT: {{^}}  __omc_hook(3); std::printf("%d\n", statics(0));
// CHECK-NEXT: {{^}}  __omc_hook(3); std::printf("%d\n", arrays(3));
// CHECK-NEXT: {{^}}  __omc_hook(3); std::printf("%d\n", local_types(4));
// COVERS: instrumenter/source/statements instrumenter/source/locals
