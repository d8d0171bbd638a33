// That a thread was woken orders nothing: only the mutex does. So what is done before a signal, and not under the mutex nor
// before it was given back, is not ordered before what the woken thread does.
// RUN: %build
// RUN: %expect-exit 1 %omc check -o - %t without | FileCheck %s
// RUN: %expect-exit 1 %omc check -o - %t behind | FileCheck %s
// CHECK: error: data-race: data is {{read by thread 0 and written by thread 1|written by thread 1 and read by thread 0}}
// RUN: %omc check -q -o - %t under
// RUN: %omc check -q -o - %t released
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable changed;
int data;

void give(const char* how) {
  if (!strcmp(how, "under")) {
    std::lock_guard held(m);
    data = 1;
    changed.notify_one();
  } else if (!strcmp(how, "released")) {
    m.lock();
    data = 1;
    m.unlock();
    changed.notify_one();
  } else if (!strcmp(how, "behind")) {
    m.lock();
    m.unlock();
    data = 1;
    changed.notify_one();
  } else {
    data = 1;
    changed.notify_one();
  }
}

int main(int, char** argv) {
  std::unique_lock held(m);
  std::thread giver(give, argv[1]);
  bool woken = changed.wait_for(held, std::chrono::seconds(1)) == std::cv_status::no_timeout;
  bool given = woken && data;
  held.unlock();
  giver.join();
  return woken != given;
}
// COVERS: races/happens_before sync/condition
