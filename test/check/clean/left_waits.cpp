// A time limit may expire, or a thread wake up for no reason, while another is in a critical section and about to wake it: then the
// signal is lost. And the clock, which has moved, can be read before the thread goes on.
// RUN: %build && %verdict ok --races --outcomes '0_1 1_0 1_1' -- %t
// RUN: %verdict ok --races --outcomes '0_-1 1_0 1_1' -- %t future
// RUN: %verdict ok --races --outcomes '0_0 0_1 0_2' -- %t sleep
// RUN: %expect-exit 1 %omc check --spurious 1 -o - %t again | FileCheck %s
// CHECK: error: deadlock
#include <signal.h>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <future>
#include <mutex>
#include <thread>

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds second{1};
const Clock::time_point start = Clock::now();
std::mutex m, other;
std::condition_variable changed;
std::promise<int> promise;
std::atomic<int> told;
int value, count;

int seconds() { return static_cast<int>((Clock::now() - start) / second); }

void count_up() {
  std::lock_guard held(other);
  count++;
}

void give() {
  count_up();
  {
    std::lock_guard held(m);
    value = 1;
    changed.notify_one();
  }
  count_up();
}

void give_time() {
  int now = seconds();
  promise.set_value(now);
}

void tell_time() {
  count_up();
  told = 1 + seconds();
  count_up();
}

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "";
  bool ready = false;
  int result = 0;
  std::thread giver;
  if (!strcmp(how, "future")) {
    auto future = promise.get_future();
    giver = std::thread(give_time);
    ready = future.wait_for(second) == std::future_status::ready;
    result = ready ? future.get() : -1;
  } else if (!strcmp(how, "sleep")) {
    signal(SIGUSR1, [](int) {});
    giver = std::thread(tell_time);
    count_up();
    std::this_thread::sleep_for(second);
    result = told;
  } else {
    std::unique_lock held(m);
    giver = std::thread(give);
    if (*how) changed.wait(held);
    else ready = changed.wait_for(held, second) == std::cv_status::timeout;
    result = value;
    if (*how && value) changed.wait(held);
  }
  giver.join();
  std::printf("%d %d\n", ready, result);
}
// COVERS: sync/condition threads/virtual_time steps/reduction
