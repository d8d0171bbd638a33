// Every kind of function body: members, constructors, templates, lambdas wherever they stand, local
// classes, function-try-blocks, coroutines, statement expressions. What only the compiler evaluates is left alone.
// RUN: %omc-cxx -std=c++20 --omc-naive --omc-print %s | %text
// RUN: %same-c++ -std=c++20
#include <coroutine>
#include <cstdio>
#include <stdexcept>
#include <utility>
#include <vector>

static int line(const char* what, int value) { std::printf("%s %d\n", what, value); return value; }
// CHECK: static int line(const char* what, int value) { __omc_hook(48); std::printf("%s %d\n", what, value); __omc_hook(85); return value; }

struct Account {
  Account(int b) : balance(b), audit([this](int n) { return balance > n; }(3)) { line("made", b); }
  // CHECK: Account(int b) : balance(b), audit([this](int n) { __omc_hook(54); return balance > n; }(3)) { __omc_hook(82); line("made", b); }
  ~Account() { line("gone", balance); }
  // CHECK: ~Account() { __omc_hook(16); line("gone", balance); }
  Account& operator+=(int n) & noexcept { balance += n; return *this; }
  // CHECK: Account& operator+=(int n) & noexcept { __omc_hook(43); balance += n; __omc_hook(57); return *this; }
  Account(const Account&) = default;
  Account& operator=(const Account&) = delete;
  // CHECK-NEXT: Account(const Account&) = default;
  // CHECK-NEXT: Account& operator=(const Account&) = delete;
  int withdraw(int n);
  friend bool operator==(const Account& a, int n) { return a.balance == n; }
  // CHECK: friend bool operator==(const Account& a, int n) { __omc_hook(53); return a.balance == n; }
  int balance;
  bool audit;
  int (*fallback)() = [] { return 7; };
  // CHECK: int (*fallback)() = [] { __omc_hook(28); return 7; };
};

int Account::withdraw(int n) {
  if (n > balance) throw std::runtime_error("too much");
  // CHECK: {{^}}  __omc_hook(3); if (n > balance) { __omc_hook(20); throw std::runtime_error("too much"); }
  return balance -= n;
}

template <typename T>
struct Box {
  T value;
  template <typename F> auto map(F f) const { return Box<decltype(f(value))>{f(value)}; }
  // CHECK: template <typename F> auto map(F f) const { __omc_hook(47); return
  T get() const;
};
template <typename T>
T Box<T>::get() const {
  return value;
  // CHECK: {{^}}  __omc_hook(3); return value;
}
template <>
int Box<int>::get() const {
  return value + 1000;
  // CHECK: {{^}}  __omc_hook(3); return value + 1000;
}
template struct Box<long>;

template <typename... Ts>
int total(Ts... ts) {
  int sum = 0;
  // CHECK: {{^}}  __omc_hook(3); int sum = 0;
  ((sum += ts), ...);
  // CHECK: {{^}}  __omc_hook(3); ((sum += ts), ...);
  if constexpr (sizeof...(ts) > 2) sum *= 2; else if constexpr (sizeof...(ts) == 0) return -1;
  // CHECK: if constexpr (sizeof...(ts) > 2) { __omc_hook(36); sum *= 2; } else { __omc_hook(51); if constexpr (sizeof...(ts) == 0) { __omc_hook(85); return -1; } }
  return sum;
}

int sum_of(auto first, auto... rest) { if constexpr (sizeof...(rest)) return first + sum_of(rest...); else return first; }
// CHECK: int sum_of(auto first, auto... rest) { __omc_hook(40); if constexpr (sizeof...(rest)) { __omc_hook(71); return first + sum_of(rest...); } else { __omc_hook(108); return first; } }

int guarded(int n) try {
  Account a(5);
  // CHECK: {{^}}  __omc_hook(3); Account a(5);
  return a.withdraw(n);
} catch (const std::exception& e) {
  line(e.what(), n);
  // CHECK: {{^}}  __omc_hook(3); line(e.what(), n);
  return -1;
}

constexpr int square(int n) { int r = n * n; return r; }
// CHECK: constexpr int square(int n) { __omc_hook(31); int r = n * n; __omc_hook(46); return r; }
consteval int cube(int n) { return n * n * n; }
// CHECK: consteval int cube(int n) { return n * n * n; }
constexpr auto half = [](int n) constexpr { return n / 2; };
// CHECK: constexpr auto half = [](int n) constexpr { __omc_hook(45); return n / 2; };
// The compiler may evaluate any lambda; with its hooks, it still can.
constexpr auto twice = [](int n) { int r = n + n; return r; };
// CHECK: constexpr auto twice = [](int n) { __omc_hook(36); int r = n + n; __omc_hook(51); return r; };
static_assert(twice(half(square(4))) == 16 && cube(2) == 8);
template <int N> struct Fixed { static constexpr int value = N; };
constinit int initialised = twice(4);

int by_default(int n = [] { return 11; }()) { return n; }
// CHECK: int by_default(int n = [] { __omc_hook(29); return 11; }()) { __omc_hook(47); return n; }
int global = [] { int sum = 0; for (int i = 0; i < 4; i++) sum += i; return sum; }();
// CHECK: int global = [] { __omc_hook(19); int sum = 0; __omc_hook(32); for (int i = 0; i < 4; i++) { __omc_hook(60); sum += i; } __omc_hook(70); return sum; }();

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int n) { last = n; return {}; }
    void return_void() {}
    void unhandled_exception() {}
    int last = 0;
  };
  std::coroutine_handle<promise_type> handle;
};

Task count(int n) {
  for (int i = 0; i < n; i++) co_yield i;
  // CHECK: for (int i = 0; i < n; i++) { __omc_hook(31); co_yield i; }
  if (n) co_return;
  // CHECK: if (n) { __omc_hook(10); co_return; }
}

int locals(int n) {
  struct Local {
    int go(int m) { return m + 1; }
    // CHECK: int go(int m) { __omc_hook(21); return m + 1; }
  };
  using Number = int;
  // CHECK: {{^}}  using Number = int;
  static_assert(sizeof(Number) == 4);
  // CHECK: {{^}}  static_assert(sizeof(Number) == 4);
  typedef long Long;
  // CHECK: {{^}}  typedef long Long;
  extern int global;
  // CHECK: {{^}}  extern int global;
  Number uninitialised;
  // CHECK: {{^}}  __omc_hook(3); Number uninitialised;
  [[maybe_unused]] Number attributed = 3;
  // CHECK: {{^}}  __omc_hook(3); {{\[\[}}maybe_unused]] Number attributed = 3;
  alignas(16) static Long aligned = 4;
  // CHECK: {{^}}  __omc_hook(3); alignas(16) static Long aligned = 4;
  uninitialised = n;
  int most = ({ int a = n, b = 3; a > b ? a : b; });
  // CHECK: {{^}}  __omc_hook(3); int most = ({ __omc_hook(17); int a = n, b = 3; __omc_hook(35); a > b ? a : b; });
  auto add = [&, k = [n] { return n; }()](auto x) mutable -> int { k++; return x + k + most; };
  // CHECK: {{^}}  __omc_hook(3); auto add = [&, k = [n] { __omc_hook(28); return n; }()](auto x) mutable -> int { __omc_hook(68); k++; __omc_hook(73); return x + k + most; };
  auto [first, second] = std::pair(1, 2);
  // CHECK: {{^}}  __omc_hook(3); auto [first, second] = std::pair(1, 2);
  return add(Local{}.go(uninitialised)) + first + second + int(aligned);
}

int main() {
  Account a(10);
  line("left", (a += 5).withdraw(4));
  line("equal", a == 11);
  line("fallback", a.fallback());
  line("box", Box<int>{3}.map([](int n) { return n * 2; }).get());
  line("box", int(Box<long>{3}.get()));
  line("total", total(1, 2) + total(1, 2, 3) + total());
  line("sum", sum_of(1, 2, 3));
  line("guarded", guarded(3) + guarded(9));
  line("constant", Fixed<twice(3)>::value + initialised + square(a.balance));
  line("default", by_default() + global);
  line("locals", locals(2));
  auto task = count(3);
  while (task.handle.resume(), !task.handle.done()) line("yield", task.handle.promise().last);
  // CHECK: while (task.handle.resume(), !task.handle.done()) { __omc_hook(53); line("yield", task.handle.promise().last); }
  task.handle.destroy();
}
// COVERS: instrumenter/source/statements instrumenter/source/filter
