// `done` on every way out of a thread's function: return, end, exception, handlers of a function-try-block. Where
// no guard can stand (coroutines, tail calls) the runtime sees the end of the thread by itself.
// RUN: %omc-cxx -std=c++20 --omc-naive --omc-print %s | %text
// RUN: %same-c++ -std=c++20
// RUN: %omc-cxx -std=c++20 -O1 -g %s -o %t && timeout 60 %omc check -o - %t | FileCheck --check-prefix VERDICT %s
// VERDICT: no bugs
#include <pthread.h>

#include <coroutine>
#include <cstdio>
#include <thread>
#include <vector>

int ran;

void returns(int n) { if (n > 2) return; ran++; if (n) { ran += n; return; } }
// CHECK: void returns(int n) { __omc_done(); __omc_hook(23);
void whole(int n) try { if (n) throw n; ran++; } catch (int k) { ran += k; } catch (...) { return; }
// CHECK: void whole(int n) { __omc_done(); try { __omc_hook(25); if (n) { __omc_hook(32); throw n; } __omc_hook(41); ran++; } catch (int k) { __omc_hook(66); ran += k; } catch (...) { __omc_hook(92); return; } }
struct Object {
  int n = 1;
  void operator()() const noexcept try { ran += n; } catch (...) {}
  // CHECK: void operator()() const noexcept { __omc_done(); try { __omc_hook(42); ran += n; } catch (...) {} }
  int method(int k) & try { return ran += k; } catch (...) { return 0; }
  // CHECK: int method(int k) & { __omc_done(); try { __omc_hook(29); return ran += k; } catch (...) { __omc_hook(62); return 0; } }
};
void* exits(void* p) { if (p) pthread_exit(p); ran++; return p; }
// CHECK: void* exits(void* p) { __omc_done(); __omc_hook(24); if (p) { __omc_hook(31); pthread_exit(p); }
int tail(int n) { ran++; if (n == 0) return 0; [[clang::musttail]] return tail(n - 1); }
// CHECK: int tail(int n) { __omc_hook(19); ran++;
template <typename T> void templated(T n) try { ran += n; } catch (T) { throw; }
// CHECK: void templated(T n) { __omc_done(); try { __omc_hook(49); ran += n; } catch (T) { __omc_hook(73); throw; } }

void empty() {
#pragma STDC FP_CONTRACT OFF
}
// CHECK: void empty() {
// CHECK-NEXT: {{^}}#pragma STDC FP_CONTRACT OFF
// CHECK-NEXT: {{^}} __omc_done();}

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
Task coroutine(int n) { ran += n; co_return; }
// CHECK: Task coroutine(int n) { __omc_hook(25); ran += n; __omc_hook(35); co_return; }

#define THREAD(name) void name() { ran++; }
THREAD(from_macro)
// CHECK: {{^}}THREAD(from_macro)

int main() {
  for (int n = 0; n < 4; n += 3) std::thread(returns, n).join();
  std::thread(whole, 0).join(), std::thread(whole, 1).join();
  std::thread(Object{}).join();
  Object object;
  std::thread(&Object::method, &object, 2).join();
  std::thread(tail, 2).join();
  std::thread(templated<long>, 1).join();
  std::thread(coroutine, 1).join();
  std::thread(from_macro).join();
  std::thread(empty).join();
  pthread_t thread;
  for (void* p : {(void*)nullptr, (void*)&ran}) { pthread_create(&thread, nullptr, exits, p); pthread_join(thread, nullptr); }
  std::thread([] { try { ran++; } catch (...) {} }).join();
  // CHECK: std::thread([] { __omc_done(); __omc_hook(20); try {
  std::thread([]() -> Task { ran++; co_return; }).join();
  // CHECK: std::thread([]() -> Task { __omc_hook(30); ran++;
  std::printf("%d\n", ran);
}
// COVERS: instrumenter/source/thread_ends steps/step
