// Loops that ask again and again, with a sleep or a time limit in between: they end when the other thread has done its work,
// and asking once more is no new state. One that looks at the clock gives up at its deadline, or need not.
// RUN: %build
// RUN: %verdict ok --outcomes 'done' -- %t sleep
// RUN: %verdict ok --outcomes 'done' -- %t wait-for
// RUN: %verdict ok --outcomes 'done' -- %t try-lock-for
// RUN: %verdict ok --outcomes 'done' -- %t future
// RUN: %verdict ok --outcomes 'done late' -- %t deadline
// Nobody ever does the work.
// RUN: %verdict livelock -- %t in-vain
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>

#include "Inputs/cases.h"

using namespace std::chrono_literals;

std::atomic<bool> flag;
std::mutex m;
std::timed_mutex timed;
std::condition_variable changed;
bool ready;

void sleep() {
  std::thread other([] { flag = true; });
  while (!flag) std::this_thread::sleep_for(1ms);
  other.join();
  std::puts("done");
}

void wait_for() {
  std::thread other([] {
    std::lock_guard lock(m);
    ready = true;
    changed.notify_one();
  });
  {
    std::unique_lock lock(m);
    while (!ready) changed.wait_for(lock, 1ms);
  }
  other.join();
  std::puts("done");
}

void try_lock_for() {
  std::thread other([] { std::lock_guard lock(timed); });
  while (!timed.try_lock_for(1ms)) {
  }
  timed.unlock();
  other.join();
  std::puts("done");
}

void future() {
  std::promise<int> promise;
  auto value = promise.get_future();
  std::thread other([&] { promise.set_value(1); });
  while (value.wait_for(1ms) != std::future_status::ready) {
  }
  other.join();
  std::puts("done");
}

void deadline() {
  std::thread other([] { flag = true; });
  auto end = std::chrono::steady_clock::now() + 3ms;
  while (!flag && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(1ms);
  std::puts(flag ? "done" : "late");
  other.join();
}

void in_vain() {
  std::thread other([] {});
  while (!flag) std::this_thread::sleep_for(1ms);
  other.join();
}

const Case cases[] = {{"sleep", sleep}, {"wait-for", wait_for}, {"try-lock-for", try_lock_for}, {"future", future},
                      {"deadline", deadline}, {"in-vain", in_vain}};

int main(int argc, char** argv) { return argc > 1 ? run_case(cases, argv[1]) : 2; }
// COVERS: threads/virtual_time snapshot/timestamps sync/sleep
