// Coroutines: hooks before co_await, co_yield and co_return, in functions, members, templates and lambdas.
// RUN: %omc-cxx -std=c++20 --omc-naive --omc-print %s | %text
// RUN: %same-c++ -std=c++20
#include <coroutine>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <utility>

struct Task {
  struct promise_type {
    int value = 0;
    std::exception_ptr failure;
    Task get_return_object() { return Task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int n) { value = n; return {}; }
    void return_value(int n) { value = n; }
    void unhandled_exception() { failure = std::current_exception(); }
  };
  std::coroutine_handle<promise_type> handle;
  explicit Task(std::coroutine_handle<promise_type> h) : handle(h) {}
  Task(Task&& other) : handle(std::exchange(other.handle, {})) {}
  ~Task() { if (handle) handle.destroy(); }
  bool next() { handle.resume(); return !handle.done(); }
  int value() const { if (handle.promise().failure) std::rethrow_exception(handle.promise().failure); return handle.promise().value; }
};
// CHECK: {{^}}    Task get_return_object() { __omc_hook(32); return Task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
// CHECK-NEXT: {{^}}    std::suspend_always initial_suspend() noexcept { __omc_hook(54); return {}; }
// CHECK-NEXT: {{^}}    std::suspend_always final_suspend() noexcept { __omc_hook(52); return {}; }
// CHECK-NEXT: {{^}}    std::suspend_always yield_value(int n) { __omc_hook(46); value = n; __omc_hook(57); return {}; }
// CHECK-NEXT: {{^}}    void return_value(int n) { __omc_hook(32); value = n; }
// CHECK-NEXT: {{^}}    void unhandled_exception() { __omc_hook(34); failure = std::current_exception(); }
// CHECK: {{^}}  ~Task() { __omc_hook(13); if (handle) { __omc_hook(25); handle.destroy(); } }
// CHECK-NEXT: {{^}}  bool next() { __omc_hook(17); handle.resume(); __omc_hook(34); return !handle.done(); }
// CHECK-NEXT: {{^}}  int value() const { __omc_hook(23); if (handle.promise().failure) { __omc_hook(53); std::rethrow_exception(handle.promise().failure); } __omc_hook(103); return handle.promise().value; }

struct Number {
  int n;
  bool await_ready() { return n % 2; }
  void await_suspend(std::coroutine_handle<>) { n++; }
  int await_resume() { return n; }
};
struct Guard { const char* name; ~Guard() { std::printf("leave %s\n", name); } };
// CHECK: {{^}}  bool await_ready() { __omc_hook(24); return n % 2; }
// CHECK-NEXT: {{^}}  void await_suspend(std::coroutine_handle<>) { __omc_hook(49); n++; }
// CHECK-NEXT: {{^}}  int await_resume() { __omc_hook(24); return n; }
// CHECK: {{^}}struct Guard { const char* name; ~Guard() { __omc_hook(45); std::printf("leave %s\n", name); } };

Task counting(int n) {
  Guard guard{"counting"};
  for (int i = 0; i < n; i++) co_yield i;
  int got = co_await Number{n};
  if (got > 3) co_return got; else co_await Number{1};
  while (got--) { co_yield got; if (got == 1) break; }
  co_return co_await Number{4} + co_await Number{5};
}
// CHECK: {{^}}  __omc_hook(3); Guard guard{"counting"};
// CHECK-NEXT: {{^}}  __omc_hook(3); for (int i = 0; i < n; i++) { __omc_hook(31); co_yield i; }
// CHECK-NEXT: {{^}}  __omc_hook(3); int got = co_await Number{n};
// CHECK-NEXT: {{^}}  __omc_hook(3); if (got > 3) { __omc_hook(16); co_return got; } else { __omc_hook(36); co_await Number{1}; }
// CHECK-NEXT: {{^}}  __omc_hook(3); while (got--) { __omc_hook(19); co_yield got; __omc_hook(33); if (got == 1) { __omc_hook(47); break; } }
// CHECK-NEXT: {{^}}  __omc_hook(3); co_return co_await Number{4} + co_await Number{5};

template <typename T> Task templated(T n) { switch (n) { case 1: co_yield 100; [[fallthrough]]; default: co_return n; } }
// CHECK: {{^}}template <typename T> Task templated(T n) { __omc_hook(45); switch (n) { case 1: __omc_hook(66); co_yield 100; {{\[\[}}fallthrough]]; default: __omc_hook(106); co_return n; } }

Task failing(int n) {
  try { if (co_await Number{n}) throw std::runtime_error("inside"); }
  catch (const std::exception& e) { std::printf("caught %s\n", e.what()); }
  co_yield 1;
  throw std::logic_error("outside");
}
// CHECK: {{^}}  __omc_hook(3); try { __omc_hook(9); if (co_await Number{n}) { __omc_hook(33); throw std::runtime_error("inside"); } }
// CHECK-NEXT: {{^}}  catch (const std::exception& e) { __omc_hook(37); std::printf("caught %s\n", e.what()); }
// CHECK-NEXT: {{^}}  __omc_hook(3); co_yield 1;
// CHECK-NEXT: {{^}}  __omc_hook(3); throw std::logic_error("outside");

Task guarded(int n) try {
  if (n) throw n;
  co_return 0;
} catch (int caught) { std::printf("handler %d\n", caught); }
// CHECK: {{^}}  __omc_hook(3); if (n) { __omc_hook(10); throw n; }
// CHECK-NEXT: {{^}}  __omc_hook(3); co_return 0;
// CHECK-NEXT: {{^}}} catch (int caught) { __omc_hook(24); std::printf("handler %d\n", caught); }

struct Machine {
  int state = 5;
  Task run() { co_yield state; state++; co_return state; }
};
// CHECK: {{^}}  Task run() { __omc_hook(16); co_yield state; __omc_hook(32); state++; __omc_hook(41); co_return state; }

static void drain(Task task) {
  try { while (task.next()) std::printf("yield %d\n", task.value()); std::printf("return %d\n", task.value()); }
  catch (const std::exception& e) { std::printf("failed %s\n", e.what()); }
}
// CHECK: {{^}}  __omc_hook(3); try { __omc_hook(9); while (task.next()) { __omc_hook(29); std::printf("yield %d\n", task.value()); } __omc_hook(70); std::printf("return %d\n", task.value()); }
// CHECK-NEXT: {{^}}  catch (const std::exception& e) { __omc_hook(37); std::printf("failed %s\n", e.what()); }

int main() {
  drain(counting(2));
  drain(counting(5));
  drain(templated(1));
  drain(templated(2L));
  drain(failing(3));
  drain(guarded(1));
  Machine machine;
  drain(machine.run());
  auto lambda = [](int n) -> Task { co_yield n; { co_yield n + 1; } co_return n + 2; };
  drain(lambda(30));
}
// CHECK: {{^}}  __omc_hook(3); drain(counting(2));
// CHECK-NEXT: {{^}}  __omc_hook(3); drain(counting(5));
// CHECK-NEXT: {{^}}  __omc_hook(3); drain(templated(1));
// CHECK-NEXT: {{^}}  __omc_hook(3); drain(templated(2L));
// CHECK-NEXT: {{^}}  __omc_hook(3); drain(failing(3));
// CHECK-NEXT: {{^}}  __omc_hook(3); drain(guarded(1));
// CHECK-NEXT: {{^}}  __omc_hook(3); Machine machine;
// CHECK-NEXT: {{^}}  __omc_hook(3); drain(machine.run());
// CHECK-NEXT: {{^}}  __omc_hook(3); auto lambda = [](int n) -> Task { __omc_hook(37); co_yield n; { __omc_hook(51); co_yield n + 1; } __omc_hook(69); co_return n + 2; };
// CHECK-NEXT: {{^}}  __omc_hook(3); drain(lambda(30));
// COVERS: instrumenter/source/statements
