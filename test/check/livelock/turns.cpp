// Two threads take their locks in opposite orders, and each gives its lock back when it does not get
// the other's. They can do so for ever while each has its turn: a livelock, of which the loop is
// shown. In one order it is none, and std::lock does the same by design. Nor is waiting for a thread
// that holds a lock for a while.
// COVERS: search/fair_cycles search/livelock search/visited
//
// RUN: %build
// RUN: %verdict livelock --message 'take turns for ever' -- %t opposite
// RUN: %verdict ok --races -- %t same
// RUN: %verdict ok --races -- %t library
// RUN: %verdict ok --races -- %t scoped
// RUN: %verdict ok --races -- %t polls
// RUN: %verdict ok --races -- %t spins
// RUN: %expect-exit 1 %omc check -o - %t opposite | FileCheck %s
// CHECK: error: livelock: the threads can take turns for ever, and each fails to take what it tries to take
// CHECK: try_lock fails
// CHECK: replay: omc replay {{.*}}--loop
#include <atomic>
#include <mutex>
#include <string>
#include <thread>

static std::mutex a, b;
static std::atomic_flag flag;
static int passed;

static void take_both(std::mutex& first, std::mutex& second) {
  for (;;) {
    first.lock();
    if (second.try_lock()) break;
    first.unlock();
    std::this_thread::yield();
  }
  passed++;
  second.unlock();
  first.unlock();
}

static void by_library(std::mutex& first, std::mutex& second, bool scoped) {
  if (scoped) {
    std::scoped_lock both(first, second);
    passed++;
    return;
  }
  std::lock(first, second);
  passed++;
  first.unlock();
  second.unlock();
}

static void poll() {
  while (!a.try_lock()) std::this_thread::yield();
  passed++;
  a.unlock();
}

static void spin() {
  while (flag.test_and_set()) std::this_thread::yield();
  passed++;
  flag.clear();
}

int main(int, char** arguments) {
  std::string what = arguments[1];
  auto run = [&](std::mutex& first, std::mutex& second) {
    if (what == "polls") return poll();
    if (what == "spins") return spin();
    if (what == "library" || what == "scoped") return by_library(first, second, what == "scoped");
    take_both(first, second);
  };
  bool is_same = what == "same";
  std::thread one([&] { run(a, b); }), two([&] { is_same ? run(a, b) : run(b, a); });
  one.join();
  two.join();
  return passed == 2 ? 0 : 1;
}
