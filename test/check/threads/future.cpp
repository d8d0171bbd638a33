// Promises, futures, packaged tasks and async.
// RUN: %build
// RUN: %compare future_value -- %t promise
// RUN: %compare future_value -- %t packaged
// RUN: %compare future_wait_for -- %t wait-for
// Both that share the future see the value, in any order.
// RUN: %compare future_shared -- %t shared
// RUN: %compare future_async -- %t async
// What is deferred happens in get, and without get never.
// RUN: %verdict ok --outcomes 'gD' -- %t deferred
// RUN: %verdict ok --outcomes '.' -- %t deferred-never
// The future of async waits in its destructor.
// RUN: %verdict ok --outcomes 'Am' -- %t async-destructor
// RUN: %verdict ok --outcomes 'thrown' -- %t exception
// RUN: %verdict ok --outcomes 'broken' -- %t broken
// RUN: %verdict ok --outcomes 'satisfied' -- %t satisfied
// RUN: %verdict ok --outcomes 't1' -- %t at-exit
// RUN: %verdict deadlock -- %t never-set
// RUN: %verdict deadlock -- %t each-other
#include <unistd.h>

#include <cstdio>
#include <future>
#include <stdexcept>

#include "Inputs/cases.h"

using namespace std::chrono_literals;

void say(char c) { (void)!write(1, &c, 1); }

void promise() {
  std::promise<char> p;
  auto f = p.get_future();
  both([&] { say(f.get()); }, [&] { say('B'); p.set_value('v'); say('b'); });
}

void packaged() {
  std::packaged_task<char()> task([] { say('B'); return 'v'; });
  auto f = task.get_future();
  both([&] { say(f.get()); }, [&] { task(); say('b'); });
}

void wait_for() {
  std::promise<char> p;
  auto f = p.get_future();
  both([&] { say(f.wait_for(1s) == std::future_status::ready ? f.get() : '-'); }, [&] { p.set_value('v'); });
}

void shared() {
  std::promise<char> p;
  auto f = p.get_future().share();
  std::thread third([&] { p.set_value('v'); });
  both([f] { if (f.get() == 'v') say('A'); }, [f] { if (f.get() == 'v') say('B'); });
  third.join();
}

void async() {
  auto a = std::async(std::launch::async, [] { say('A'); return 'a'; });
  auto b = std::async(std::launch::async, [] { say('B'); return 'b'; });
  say(a.get());
  say(b.get());
}

void deferred() {
  auto f = std::async(std::launch::deferred, [] { say('D'); return 'd'; });
  // A thread, so that there is something to interleave with.
  std::thread other([] {});
  bool is_deferred = f.wait_for(0s) == std::future_status::deferred;
  say('g');
  f.get();
  if (!is_deferred) say('?');
  other.join();
}

void deferred_never() {
  auto f = std::async(std::launch::deferred, [] { say('D'); });
  std::thread([] {}).join();
}

void async_destructor() {
  (void)std::async(std::launch::async, [] { say('A'); });
  say('m');
}

void exception() {
  auto f = std::async(std::launch::async, []() -> int { throw std::runtime_error("thrown"); });
  try {
    f.get();
  } catch (const std::runtime_error& e) {
    std::printf("%s", e.what());
  }
}

void broken() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread drops([p = std::move(p)]() mutable { auto mine = std::move(p); });
  try {
    f.get();
  } catch (const std::future_error& e) {
    if (e.code() == std::future_errc::broken_promise) std::printf("broken");
  }
  drops.join();
}

// Only one of two can keep the promise.
void satisfied() {
  std::promise<int> p;
  auto work = [&] {
    try {
      p.set_value(1);
    } catch (const std::future_error& e) {
      if (e.code() == std::future_errc::promise_already_satisfied) std::printf("satisfied");
    }
  };
  both(work, work);
}

struct Ends {
  bool used = false;
  ~Ends() { say('t'); }
};
thread_local Ends ends;

void at_exit() {
  std::promise<char> p;
  auto f = p.get_future();
  std::thread other([&] {
    p.set_value_at_thread_exit('1');
    ends.used = true;
  });
  say(f.get());
  other.join();
}

void never_set() {
  std::promise<int> p;
  auto f = p.get_future();
  both([&] { f.get(); }, [] {});
}

void each_other() {
  std::promise<int> p, q;
  auto f = p.get_future(), g = q.get_future();
  both([&] { f.get(); q.set_value(1); }, [&] { g.get(); p.set_value(1); });
}

const Case cases[] = {{"promise", promise}, {"packaged", packaged}, {"wait-for", wait_for}, {"shared", shared},
                      {"async", async}, {"deferred", deferred}, {"deferred-never", deferred_never},
                      {"async-destructor", async_destructor}, {"exception", exception}, {"broken", broken},
                      {"satisfied", satisfied}, {"at-exit", at_exit}, {"never-set", never_set}, {"each-other", each_other}};

int main(int argc, char** argv) { return argc > 1 ? run_case(cases, argv[1]) : 2; }
// COVERS: libc/cxx_future sync/futex
