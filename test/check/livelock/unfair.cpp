// A thread that counts how often it has waited comes to a new state with every round, and could go on for ever if nobody else
// had a turn. That is no livelock, but no search sees all of it. Bugs are found all the same.
// RUN: %build && %verdict incomplete -- --max-steps 2000 %t limit
// RUN: %verdict incomplete -- -j1 --max-steps 2000 %t random
// RUN: not %omc check -j1 --max-steps 2000 -o - %t limit | FileCheck %s
// CHECK: INCOMPLETE: step limit of one execution (cut at --max-steps, though under a fair scheduler it would end, in the statement at {{.*}}unfair.cpp:
// RUN: %verdict assert -- --max-steps 2000 %t bug
// Nobody ends the waiting.
// RUN: %verdict livelock -- --max-steps 2000 %t never
// The one who would is stuck, which the search comes to only behind the limit.
// RUN: %verdict deadlock -- -j1 --max-steps 2000 --check deadlock,livelock %t stuck
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <random>
#include <string>
#include <thread>

std::mutex m, other;
std::condition_variable changed;
bool done;
int rounds;
std::atomic<bool> taken;

void wait_for_it() {
  std::unique_lock lock(m);
  while (!done)
    if (changed.wait_for(lock, std::chrono::milliseconds(10)) == std::cv_status::timeout) rounds++;
}

void set_it() {
  std::lock_guard lock(m);
  done = true;
  changed.notify_one();
}

void take(unsigned seed) {
  std::minstd_rand random(seed);
  while (taken.exchange(true))
    for (unsigned n = random() % 8; n; n--) std::this_thread::yield();
  rounds++;
  taken = false;
}

int main(int, char** argv) {
  std::string what = argv[1];
  if (what == "random") {
    std::thread one(take, 1), two(take, 2);
    one.join();
    two.join();
    return rounds == 2 ? 0 : 1;
  }
  if (what == "stuck") {
    other.lock();
    std::thread thread([] { for (int i = 0; i < 3000; i++) rounds++; other.lock(); });
    thread.join();
  }
  std::thread thread([&] { if (what != "never") set_it(); });
  wait_for_it();
  assert(what != "bug" || rounds != 3);
  thread.join();
}
// COVERS: search/fair_run search/passes
