// Each function is compiled twice: as it would be without omc, and with hooks and accesses. Which one runs is decided when it is
// entered. What cannot be copied or chosen once is instrumented as it is, and everything does the same in all versions.
//
// RUN: %omc-cxx -std=c++20 -O2 -g -S %s -o %t.s
// RUN: sed -n '/^_Z3sumPKii:/,/^\.Lfunc_end/p' %t.s | FileCheck %s --check-prefix=PLAIN
// PLAIN: omc_awake
// PLAIN-NOT: __tsan
// PLAIN-NOT: {{omc_(pass_)?hook_at}}
// RUN: sed -n '/^_Z3sumPKii.omc:/,/^\.Lfunc_end/p' %t.s | FileCheck %s --check-prefix=OMC
// OMC-DAG: {{omc_(pass_)?hook_at}}
// OMC-DAG: __tsan_read4
// RUN: sed -n '/^_Z4pickii.plain:/,/^\.Lfunc_end/p' %t.s | FileCheck %s --check-prefix=PICK
// PICK: _Z4pickii.plain:
// PICK-NOT: {{__tsan|omc_(pass_)?hook_at}}
// RUN: sed -n '/^_Z8labelledPi:/,/^\.Lfunc_end/p' %t.s | FileCheck %s --check-prefix=AS-IT-IS
// AS-IT-IS: {{omc_(pass_)?hook_at}}
//
// RUN: %clangxx -std=c++20 -pthread %s -o %t.without && %t.without > %t.expected
// RUN: %omc-cxx -std=c++20 -O0 -pthread %s -o %t.0 && %t.0 | diff %t.expected -
// RUN: %omc-cxx -std=c++20 -O2 -pthread %s -o %t.2 && %t.2 | diff %t.expected -
// RUN: %omc-cxx -std=c++20 -O2 -flto -pthread %s -o %t.lto && %t.lto | diff %t.expected -
// RUN: %omc-cxx -std=c++20 -O3 -flto -pthread %s -o %t.lto3 && %t.lto3 | diff %t.expected - && %omc doctor %t.lto3 | not grep 'compiled plain'
// RUN: %omc-cxx -std=c++20 -O3 -flto=thin -pthread %s -o %t.thin && %t.thin | diff %t.expected - && %omc doctor %t.thin | not grep 'compiled plain'
// RUN: %omc check %t.lto3 | FileCheck %s
// RUN: %omc check %t.0 | FileCheck %s
// RUN: %omc check %t.2 | FileCheck %s
// CHECK: omc: no bugs: all [[#]] states of 3 threads explored
//
// Reports name the function, with debug information and without.
// RUN: %expect-exit 1 %omc check --check data-race -- %t.2 race | FileCheck %s --check-prefix=NAME
// RUN: %omc-cxx -std=c++20 -O2 -g0 -pthread %s -o %t.g0
// RUN: %expect-exit 1 %omc check --check data-race -- %t.g0 race | FileCheck %s --check-prefix=NAME
// NAME-NOT: {{add_up\.(omc|plain)}}
// NAME: thread 1 (add_up)
#include <atomic>
#include <coroutine>
#include <cstdarg>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

int sum(const int* values, int n) {
  int all = 0;
  for (int i = 0; i < n; i++) all += values[i];
  return all;
}

int pick(int which, int otherwise) {
  static void* const ways[] = {&&first, &&second};
  goto* ways[which];
first:
  return 10;
second:
  return otherwise;
}

// Twice the same label would be an error of the assembler.
[[gnu::noinline]] int labelled(int* value) {
  asm volatile("only_once: nop" ::: "memory");
  return *value;
}
static int inlined(int* value) {
  asm volatile("only_here: nop" ::: "memory");
  return *value - 1;
}
int numbered(int value) {
  asm volatile("jmp 1f\n1:" ::: "memory");
  return value;
}

struct Big {
  long values[8];
};
[[gnu::noinline]] Big change(Big big, long a, int b, int c, int d, int e, int f, double g) {
  big.values[1] += a + b + c + d + e + f + static_cast<long>(g);
  return big;
}

[[gnu::noinline]] double add(int n, ...) {
  va_list rest;
  va_start(rest, n);
  double all = 0;
  for (int i = 0; i < n; i++) all += va_arg(rest, int) + va_arg(rest, double);
  va_end(rest);
  return all;
}

// The last of these does not fit into registers any more and lies on the stack, as does all of a Big.
struct Two {
  const char* text;
  long n;
};
[[gnu::noinline]] Big collect(Two a, Two b, Two c) { return {{a.n, b.n, c.n, a.text[0], b.text[0], c.text[0]}}; }
[[gnu::noinline]] long last_of(Big big, int n, ...) {
  va_list rest;
  va_start(rest, n);
  for (int i = 0; i < n; i++) big.values[0] += va_arg(rest, Big).values[7];
  va_end(rest);
  return big.values[0];
}
// Called by their addresses, as code in other files calls them.
Big (*volatile change_it)(Big, long, int, int, int, int, int, double) = change;
Big (*volatile collect_it)(Two, Two, Two) = collect;
long (*volatile last_of_it)(Big, int, ...) = last_of;

[[gnu::noinline]] int fails(int value) {
  if (value > 2) throw std::string("thrown");
  return value;
}

[[gnu::weak]] int weak(int value) { return value + 1; }
[[gnu::always_inline]] inline int always(int value) { return value + 2; }
[[gnu::constructor]] void before_main() { std::puts("constructor"); }
extern "C" int twice(int value) { return 2 * value; }
extern "C" int (*resolve())(int) { return twice; }
extern "C" [[gnu::ifunc("resolve")]] int resolved(int value);

struct Left {
  virtual ~Left() = default;
  virtual int left() { return 1; }
};
struct Right {
  virtual ~Right() = default;
  virtual int right() { return 2; }
};
struct Both : Left, Right {
  int right() override { return 3; }
};

struct Numbers {
  struct promise_type {
    int value = 0;
    Numbers get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int next) { return value = next, std::suspend_always(); }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
Numbers squares(int n) {
  for (int i = 0; i < n; i++) co_yield i * i;
}

std::mutex mutex;
int total;
void add_up(bool locks) {
  std::unique_lock<std::mutex> held(mutex, std::defer_lock);
  if (locks) held.lock();
  total++;
}

int main(int argc, char**) {
  int values[] = {1, 2, 3, 4};
  Big big = change({{1, 2, 3}}, 1, 2, 3, 4, 5, 6, 7.5);
  std::printf("%d %d %d %d\n", sum(values, 4), pick(0, 1), pick(1, 20), labelled(values) + inlined(values) + numbered(3));
  std::printf("%ld %g\n", big.values[1], add(5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5));
  Big changed = change_it(big, 1, 2, 3, 4, 5, 6, 7.5), got = collect_it({"a", 1}, {"b", 2}, {"c", 3});
  std::printf("%ld %ld %ld %ld\n", changed.values[1], got.values[2], got.values[5], last_of_it(big, 2, Big{{0, 0, 0, 0, 0, 0, 0, 8}}, Big{{0, 0, 0, 0, 0, 0, 0, 9}}));
  try {
    std::printf("%d\n", fails(1) + fails(3));
  } catch (const std::string& what) {
    std::puts(what.c_str());
  }
  Both both;
  Right* right = &both;
  std::printf("%d %d %d %d\n", weak(1), always(1), resolved(4), right->right());
  Numbers numbers = squares(4);
  int all = 0;
  while (numbers.handle.resume(), !numbers.handle.done()) all += numbers.handle.promise().value;
  numbers.handle.destroy();
  bool locks = argc == 1;
  std::thread one(add_up, locks), two(add_up, locks);
  one.join();
  two.join();
  std::printf("%d %d\n", all, total);
}
// COVERS: instrumenter/pass/versions instrumenter/pass/function_copy instrumenter/pass/inline_checks instrumenter/pass/plugin
