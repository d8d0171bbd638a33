// The mutexes and locks of the C++ library.
// RUN: %build
// RUN: %compare mutex_order -- %t scoped
// RUN: %compare mutex_order -- %t lock
// RUN: %compare mutex_try -- %t try
// RUN: %compare mutex_try -- %t timed
// RUN: %compare mutex_try -- %t recursive-timed
// RUN: %compare rwlock_readers -- %t shared
// RUN: %compare rwlock_timed -- %t shared-timed
// std::try_lock says which it did not get, and gives the others back.
// RUN: %compare locks_try_all -- %t try-all
// RUN: %verdict deadlock -- %t opposite
// RUN: %verdict deadlock -- %t upgrade
// What the library notices is an exception.
// RUN: %verdict ok --outcomes 'EDEADLK_EPERM' -- %t errors
#include <unistd.h>

#include <cstdio>
#include <mutex>
#include <shared_mutex>
#include <system_error>

#include "Inputs/cases.h"

using namespace std::chrono_literals;

std::mutex m, n;
std::timed_mutex timed;
std::recursive_timed_mutex recursive;
std::shared_mutex shared;
std::shared_timed_mutex shared_timed;
int value;

void say(char c) { (void)!write(1, &c, 1); }

auto twice(char name, bool scoped) {
  return [=] {
    bool first = name == 'A';
    if (scoped) {
      std::scoped_lock lock(first ? m : n, first ? n : m);
      say(name);
      say(name);
    } else {
      std::unique_lock one(first ? m : n, std::defer_lock), two(first ? n : m, std::defer_lock);
      std::lock(one, two);
      say(name);
      say(name);
    }
  };
}

template <class Mutex>
auto try_it(Mutex& mutex, char name, bool limited) {
  return [=, &mutex] {
    std::unique_lock lock(mutex, std::defer_lock);
    bool got;
    if constexpr (requires { mutex.try_lock_for(1s); }) got = limited ? lock.try_lock_for(1s) : lock.try_lock();
    else got = lock.try_lock();
    if (!got) return say('-');
    // The recursive one can be had again.
    if constexpr (std::is_same_v<Mutex, std::recursive_timed_mutex>) {
      std::unique_lock again(mutex, 1s);
      say(again ? name : '?');
      return;
    }
    say(name);
  };
}

void read_shared(char name) {
  std::shared_lock lock(shared);
  say(static_cast<char>(name + value));
}

void shared_readers() {
  std::thread writer([] {
    std::unique_lock lock(shared);
    value++;
  });
  both([] { read_shared('A'); }, [] { read_shared('X'); });
  writer.join();
}

void read_soon() {
  std::shared_lock lock(shared_timed, 1s);
  if (!lock) return say('r');
  say('R');
}

void shared_timed_readers() {
  std::thread writer([] {
    std::unique_lock lock(shared_timed, 1s);
    if (!lock) return say('w');
    say('W');
  });
  both(read_soon, read_soon);
  writer.join();
}

// Each tells what it got: -1 is both.
void try_all() {
  int results[2];
  auto work = [&](int i) {
    return [&, i] {
      results[i] = i == 0 ? std::try_lock(m, n) : std::try_lock(n, m);
      if (results[i] != -1) return;
      m.unlock();
      n.unlock();
    };
  };
  both(work(0), work(1));
  std::printf("%d %d", results[0], results[1]);
}

void opposite() {
  both([] { std::lock_guard a(m); std::lock_guard b(n); }, [] { std::lock_guard b(n); std::lock_guard a(m); });
}

void upgrade() {
  both([] { std::shared_lock reads(shared); std::unique_lock writes(shared); },
       [] { std::shared_lock reads(shared); std::unique_lock writes(shared); });
}

void errors() {
  both([] {
    try {
      shared.lock();
      shared.lock_shared();
    } catch (const std::system_error& e) {
      if (e.code() == std::errc::resource_deadlock_would_occur) std::printf("EDEADLK ");
    }
    try {
      std::unique_lock lock(m);
      lock.unlock();
      lock.unlock();
    } catch (const std::system_error& e) {
      if (e.code() == std::errc::operation_not_permitted) std::printf("EPERM");
    }
    shared.unlock();
  }, [] {});
}

const Case cases[] = {{"scoped", [] { both(twice('A', true), twice('B', true)); }},
                      {"lock", [] { both(twice('A', false), twice('B', false)); }},
                      {"try", [] { both(try_it(m, 'A', false), try_it(m, 'B', false)); }},
                      {"timed", [] { both(try_it(timed, 'A', true), try_it(timed, 'B', true)); }},
                      {"recursive-timed", [] { both(try_it(recursive, 'A', true), try_it(recursive, 'B', true)); }},
                      {"shared", shared_readers}, {"shared-timed", shared_timed_readers}, {"try-all", try_all},
                      {"opposite", opposite}, {"upgrade", upgrade}, {"errors", errors}};

int main(int argc, char** argv) { return argc > 1 ? run_case(cases, argv[1]) : 2; }
// COVERS: sync/mutex sync/rwlock
