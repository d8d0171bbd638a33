// std::jthread: asks its thread to stop and joins it, in its destructor; stop callbacks; waits that a request ends.
// RUN: %build
// RUN: %compare jthread_stop -- %t stop
// A callback runs once, in the thread that asks or, if it was asked before, in the one that registers.
// RUN: %compare jthread_callback -- %t callback
// RUN: %verdict ok --outcomes 's' -- %t wait
// RUN: %compare jthread_wait_ready -- %t wait-ready
// Only one of two requests is the first.
// RUN: %verdict ok --outcomes '1' -- %t two-requests
// A destructor of a callback that is running waits for it: within the callback's reach that is a deadlock.
// RUN: %verdict deadlock -- %t callback-waits
// RUN: %verdict deadlock -- %t never-asked
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <optional>
#include <stop_token>

#include "Inputs/cases.h"

std::mutex m;
std::condition_variable_any changed;
bool ready;

void say(char c) { (void)!write(1, &c, 1); }

// It may be asked before it has done anything.
void stop() {
  std::jthread other([](std::stop_token token) {
    say(token.stop_requested() ? 's' : 'w');
    while (!token.stop_requested()) std::this_thread::yield();
    say('e');
  });
  say('m');
}

void callback() {
  std::stop_source source;
  thread_local char name = '?';
  both([&] { name = 'A'; source.request_stop(); say('a'); },
       [&, token = source.get_token()] {
         name = 'B';
         std::stop_callback call(token, [] { say(name); });
         say('b');
       });
}

void wait() {
  std::jthread other([](std::stop_token token) {
    std::unique_lock lock(m);
    if (!changed.wait(lock, token, [] { return ready; })) say('s');
  });
}

// Ready or stopped, whatever it sees first; ready wins.
void wait_ready() {
  std::jthread other([](std::stop_token token) {
    std::unique_lock lock(m);
    say(changed.wait(lock, token, [] { return ready; }) ? 'r' : 's');
  });
  std::thread third([] {
    { std::lock_guard lock(m); ready = true; }
    changed.notify_all();
  });
  other.request_stop();
  third.join();
}

void two_requests() {
  std::stop_source source;
  std::atomic<int> first = 0;
  both([&] { first += source.request_stop(); }, [&] { first += source.request_stop(); });
  std::printf("%d", first.load());
}

// One removes the callback while it holds a mutex that the callback, in the other thread, wants.
void callback_waits() {
  std::stop_source source;
  both([&] { source.request_stop(); },
       [&, token = source.get_token()] {
         std::optional<std::stop_callback<void (*)()>> call(std::in_place, token, [] { std::lock_guard lock(m); });
         std::lock_guard lock(m);
         call.reset();
       });
}

void never_asked() {
  std::stop_source source;
  std::thread other([token = source.get_token()] {
    std::unique_lock lock(m);
    changed.wait(lock, token, [] { return ready; });
  });
  other.join();
}

const Case cases[] = {{"stop", stop}, {"callback", callback}, {"wait", wait}, {"wait-ready", wait_ready},
                      {"two-requests", two_requests}, {"callback-waits", callback_waits}, {"never-asked", never_asked}};

int main(int argc, char** argv) { return argc > 1 ? run_case(cases, argv[1]) : 2; }
// COVERS: sync/condition sync/join
