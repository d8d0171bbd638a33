// Time is virtual: it passes when a thread sleeps, when a limit expires, or when a thread does nothing but look at the
// clock. A limit may expire or not. Loops that wait for time or for another thread come to an end, because states that
// differ by a shift in time are one.
// RUN: %build
// RUN: %verdict ok --outcomes 'ok' -- %t sleep
// RUN: %verdict ok --outcomes 'ok' -- %t wait_for
// How often a limit expired counts: 0 to 3 times.
// RUN: %verdict ok --outcomes '0 1 2 3' -- %t count
// RUN: %verdict ok --outcomes 'ok' -- %t deadline
// RUN: %verdict ok --outcomes '0 1 2 3 4 5' -- %t elapsed
// RUN: %verdict ok --outcomes 'ok' -- %t seconds
// RUN: %verdict ok --outcomes 'ok' -- %t milliseconds
// A loop that measures how long it takes has an end too.
// RUN: %verdict ok --outcomes 'ok' -- %t measured
// Nobody will ever set the flag: rounds without an end.
// RUN: %verdict livelock -- --max-steps 5000 %t never
// A sleep says nothing about order.
// RUN: %verdict ok --outcomes 'ab ba' -- %t order
#include <sys/time.h>
#include <time.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace {

std::mutex m;
std::condition_variable changed;
bool flag;

bool is_set() {
  std::lock_guard lock(m);
  return flag;
}

void set() {
  std::lock_guard lock(m);
  flag = true;
  changed.notify_one();
}

void sleep() {
  std::thread other(set);
  while (!is_set()) std::this_thread::sleep_for(1ms);
  other.join();
  std::puts("ok");
}

void wait_for() {
  std::thread other(set);
  {
    std::unique_lock lock(m);
    while (!flag) changed.wait_for(lock, 1ms);
  }
  other.join();
  std::puts("ok");
}

void count() {
  std::thread other(set);
  int expired = 0;
  {
    std::unique_lock lock(m);
    for (int i = 0; i < 3 && !flag; i++) expired += changed.wait_for(lock, 1ms) == std::cv_status::timeout;
  }
  other.join();
  std::printf("%d\n", expired);
}

void deadline() {
  auto end = Clock::now() + 100ms;
  std::thread other(set);
  while (Clock::now() < end) {}
  other.join();
  std::puts("ok");
}

void elapsed() {
  auto start = Clock::now();
  int rounds = 0;
  std::thread other(set);
  while (Clock::now() - start < 5ms) {
    std::unique_lock lock(m);
    if (flag) break;
    changed.wait_for(lock, 1ms);
    rounds++;
  }
  other.join();
  std::printf("%d\n", rounds);
}

void seconds() {
  time_t start = time(nullptr);
  std::thread other(set);
  while (time(nullptr) - start < 2) std::this_thread::sleep_for(500ms);
  other.join();
  std::puts("ok");
}

void milliseconds() {
  auto now = [] {
    timeval t;
    gettimeofday(&t, nullptr);
    return t.tv_sec * 1000 + t.tv_usec / 1000;
  };
  long start = now();
  std::thread other(set);
  while (now() - start < 20) std::this_thread::sleep_for(5ms);
  other.join();
  std::puts("ok");
}

void measured() {
  std::thread other(set);
  auto start = Clock::now();
  while (!is_set()) std::this_thread::sleep_for(1ms);
  auto took = Clock::now() - start;
  other.join();
  std::puts(took >= 0s ? "ok" : "?");
}

void never() {
  std::thread other([] {});
  while (!is_set()) std::this_thread::sleep_for(Clock::now().time_since_epoch() > 0s ? 1ms : 2ms);
  other.join();
}

void order() {
  std::string text;
  auto add = [&](char c) {
    std::this_thread::sleep_for(c == 'a' ? 1ms : 100ms);
    std::lock_guard lock(m);
    text += c;
  };
  std::thread a(add, 'a'), b(add, 'b');
  a.join();
  b.join();
  std::puts(text.c_str());
}

}  // namespace

int main(int, char** argv) {
  std::map<std::string, void (*)()> cases{{"sleep", sleep}, {"wait_for", wait_for}, {"count", count}, {"deadline", deadline},
                                          {"elapsed", elapsed}, {"seconds", seconds}, {"milliseconds", milliseconds},
                                          {"measured", measured}, {"never", never}, {"order", order}};
  cases.at(argv[1])();
}
// COVERS: threads/virtual_time snapshot/timestamps sync/sleep
