// A function that a thread starts with says `done` on every way out, however it reached the thread.
// RUN: %omc-cxx -std=c++20 --omc-naive --omc-print %s | %text
// RUN: %same-c++ -std=c++20
#include <pthread.h>
#include <threads.h>

#include <atomic>
#include <cstdio>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

std::atomic<int> ran{0};

void plain() { ran++; }
// CHECK: void plain() { __omc_done(); __omc_hook(16); ran++; }
void by_address(int n) { ran += n; }
// CHECK: void by_address(int n) { __omc_done(); __omc_hook(26); ran += n; }
void not_a_thread() { ran += 0; }
// CHECK: void not_a_thread() { __omc_hook(23); ran += 0; }
void* posix(void* p) {
  if (!p) return nullptr;
  ran++;
  return p;
}
// CHECK: void* posix(void* p) { __omc_done();
// CHECK-NEXT: {{^}}  __omc_hook(3); if (!p) { __omc_hook(11); return nullptr; }
int c11(void*) { return ran++; }
// CHECK: int c11(void*) { __omc_done(); __omc_hook(18); return ran++; }
void bound(int a, int b) { ran += a + b; }
// CHECK: void bound(int a, int b) { __omc_done();
int promised() { return ran++; }
// CHECK: int promised() { __omc_done();
void through_pointer() { ran++; }
// CHECK: void through_pointer() { __omc_done();
void through_function() { ran++; }
// CHECK: void through_function() { __omc_done();
void other() { ran += 0; }
// CHECK: void other() { __omc_done();
void chosen() { ran++; }
// CHECK: void chosen() { __omc_done();
template <typename T>
void typed(T n) {
  ran += n;
}
// CHECK: void typed(T n) { __omc_done();
void pooled() { ran++; }
// CHECK: void pooled() { __omc_done();

struct Worker {
  void run() { ran++; }
  // CHECK: void run() { __omc_done();
  void operator()() { ran++; }
  // CHECK: void operator()() { __omc_done();
  void start() { std::thread(&Worker::inner, this).join(); }
  // CHECK: void start() { __omc_hook(18); std::thread
  void inner() try { ran++; } catch (...) {}
  // CHECK: void inner() { __omc_done(); try { __omc_hook(22); ran++; } catch (...) {} }
};

template <typename F>
void run(F f) {
  std::thread t(f);
  t.join();
}

int main() {
  std::thread a(plain), b(&by_address, 2);
  std::jthread c([] { ran++; });
  // CHECK: std::jthread c([] { __omc_done(); __omc_hook(23); ran++; });
  pthread_t p;
  pthread_create(&p, nullptr, posix, nullptr);
  pthread_join(p, nullptr);
  thrd_t q;
  thrd_create(&q, (thrd_start_t)c11, nullptr);
  thrd_join(q, nullptr);
  std::thread d(std::bind(bound, 1, 2));
  auto e = std::async(std::launch::async, promised);
  auto g = std::async([] { return ran++; });
  // CHECK: auto g = std::async([] { __omc_done(); __omc_hook(28); return ran++; });
  std::vector<std::thread> pool;
  for (int i = 0; i < 2; i++) pool.emplace_back([i] { ran += i; });
  // CHECK: pool.emplace_back([i] { __omc_done(); __omc_hook(55); ran += i; });
  pool.emplace_back(&typed<long>, 3);
  pool.push_back(std::thread(pooled));
  std::map<int, std::thread> named;
  named.emplace(1, [] { ran++; });
  // CHECK: named.emplace(1, [] { __omc_done();
  auto made = std::make_unique<std::thread>([] { ran++; });
  // CHECK: std::make_unique<std::thread>([] { __omc_done();
  void (*pointer)() = through_pointer;
  std::thread h(pointer);
  std::function<void()> function = through_function;
  std::thread i(function);
  std::thread j(ran ? chosen : other);
  Worker worker;
  std::thread k(&Worker::run, &worker), l(std::ref(worker));
  worker.start();
  run([] { ran++; });
  // CHECK: run([] { __omc_done();
  auto generic = [](auto n) { ran += n; };
  // CHECK: auto generic = [](auto n) { __omc_done();
  std::thread m(generic, 4);
  auto not_started = [] { ran++; };
  // CHECK: auto not_started = [] { __omc_hook(27); ran++; };
  not_started();
  not_a_thread();
  for (auto* t : {&a, &b, &d, &h, &i, &j, &k, &l, &m, made.get(), &named[1]}) t->join();
  for (auto& t : pool) t.join();
  c.join();
  e.get();
  g.get();
  std::printf("%d\n", ran.load());
}
// COVERS: instrumenter/source/thread_ends instrumenter/source/thread_functions
