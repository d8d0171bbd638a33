// std::condition_variable and condition_variable_any: with every kind of lock, with limits, at a thread's exit.
// RUN: %build
// RUN: %compare condition_signal -- %t signal
// RUN: %compare condition_signal -- %t any-signal
// RUN: %compare condition_broadcast -- %t broadcast
// RUN: %compare condition_broadcast -- %t any-broadcast
// RUN: %compare condition_timed -- %t timed
// RUN: %compare condition_timed -- %t any-timed
// With a predicate a late one that finds it true is in time.
// RUN: %compare condition_predicate -- %t predicate
// With shared locks both that wait go on together.
// RUN: %verdict ok --outcomes '2' -- %t any-shared
// RUN: %verdict ok --outcomes 't' --races -- %t at-exit
// RUN: %verdict deadlock -- %t lost
// RUN: %verdict deadlock -- %t any-lost
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <shared_mutex>

#include "Inputs/cases.h"

using namespace std::chrono_literals;

std::mutex m;
std::shared_mutex shared;
bool ready;
int waiting;

void say(char c) { (void)!write(1, &c, 1); }

template <class Condition>
struct Cases {
  static inline Condition changed, all_wait;

  static void wait_once(char name) {
    std::unique_lock lock(m);
    waiting++;
    all_wait.notify_one();
    changed.wait(lock);
    say(name);
  }

  static void signal(bool all) {
    std::thread waker([=] {
      { std::unique_lock lock(m); all_wait.wait(lock, [] { return waiting == 2; }); }
      if (!all) {
        changed.notify_one();
        { std::lock_guard lock(m); say('C'); }
        changed.notify_one();
      } else {
        std::lock_guard lock(m);
        changed.notify_all();
        say('C');
      }
    });
    both([] { wait_once('A'); }, [] { wait_once('B'); });
    waker.join();
  }

  static void make_ready() {
    { std::lock_guard lock(m); ready = true; say('B'); }
    changed.notify_one();
  }

  static void timed(bool predicate) {
    both([=] {
      std::unique_lock lock(m);
      bool late;
      if (predicate) late = !changed.wait_for(lock, 1s, [] { return ready; });
      else late = !ready && changed.wait_for(lock, 1s) == std::cv_status::timeout;
      say(late ? '-' : 'A');
    }, make_ready);
  }

  static void lost() {
    both([] { std::unique_lock lock(m); changed.wait(lock); }, make_ready);
  }
};

using One = Cases<std::condition_variable>;
using Any = Cases<std::condition_variable_any>;

// Both read at the same time: each sees that the other does.
void any_shared() {
  std::atomic<int> inside = 0, most = 0;
  auto read = [&] {
    std::shared_lock lock(shared);
    Any::changed.wait(lock, [] { return ready; });
    inside++;
    while (inside < 2) std::this_thread::yield();
    most = inside.load();
  };
  std::thread writer([] {
    { std::lock_guard lock(shared); ready = true; }
    Any::changed.notify_all();
  });
  both(read, read);
  writer.join();
  std::printf("%d", most.load());
}

struct Ends {
  bool used = false;
  ~Ends() { say('t'); }
};
thread_local Ends ends;

// The destructors of the thread's objects come before the notification, which may be later than all that main does: so
// nobody may destroy what is notified.
void at_exit() {
  static auto& changed = *new std::condition_variable;
  std::thread([] {
    ends.used = true;
    std::unique_lock lock(m);
    ready = true;
    std::notify_all_at_thread_exit(changed, std::move(lock));
  }).detach();
  std::unique_lock lock(m);
  changed.wait(lock, [] { return ready; });
}

const Case cases[] = {
    {"signal", [] { One::signal(false); }}, {"any-signal", [] { Any::signal(false); }},
    {"broadcast", [] { One::signal(true); }}, {"any-broadcast", [] { Any::signal(true); }},
    {"timed", [] { One::timed(false); }}, {"any-timed", [] { Any::timed(false); }},
    {"predicate", [] { One::timed(true); }}, {"any-shared", any_shared}, {"at-exit", at_exit},
    {"lost", One::lost}, {"any-lost", Any::lost}};

int main(int argc, char** argv) { return argc > 1 ? run_case(cases, argv[1]) : 2; }
// COVERS: sync/condition
