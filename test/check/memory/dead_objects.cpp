// Locks and their kin in memory that has been freed: the C library uses them, which nothing else tells.
// RUN: %build
// RUN: %expect-exit 1 %omc check --check memory -o - %t signal | FileCheck %s --check-prefix=SIGNAL
// SIGNAL: dead_objects.cpp:[[#@LINE+14]]:{{.*}} error: memory: write to freed memory: byte 40 of a block of
// RUN: %expect-exit 1 %omc check --check memory -o - %t lock | FileCheck %s
// RUN: %expect-exit 1 %omc check --check memory -o - %t semaphore | FileCheck %s
// CHECK: error: memory: write to freed memory: byte {{0|40}} of a block of
// RUN: %omc check -o - %t clean | FileCheck %s --check-prefix=CLEAN
// CLEAN: omc: no bugs
#include <semaphore.h>

#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>

struct Event {
  void set_and_go() { { std::lock_guard lock(m); is_set = true; } changed.notify_one(); }
  void set() {
    std::lock_guard lock(m);
    is_set = true;
    changed.notify_one();
  }
  void wait() {
    std::unique_lock lock(m);
    changed.wait(lock, [this] { return is_set; });
  }
  std::mutex m;
  std::condition_variable changed;
  bool is_set = false;
};

int main(int, char** argv) {
  bool is_clean = !strcmp(argv[1], "clean");
  if (is_clean || !strcmp(argv[1], "signal")) {
    auto* event = new Event;
    std::thread setter([=] { is_clean ? event->set() : event->set_and_go(); });
    event->wait();
    if (is_clean) setter.join();
    delete event;
    if (!is_clean) setter.join();
  } else if (!strcmp(argv[1], "lock")) {
    auto* m = new std::mutex;
    std::thread user([=] { std::lock_guard lock(*m); });
    delete m;
    user.join();
  } else {
    auto* semaphore = new sem_t;
    sem_init(semaphore, 0, 0);
    std::thread user([=] { sem_post(semaphore); });
    delete semaphore;
    user.join();
  }
}
// COVERS: steps/point races/memory_errors
