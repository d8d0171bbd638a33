// What is done once: pthread_once, std::call_once, static locals. One of the threads does it, the others wait; if it
// fails with an exception, the next one tries.
// RUN: %build
// RUN: %compare once -- %t posix
// RUN: %compare once -- %t call_once
// RUN: %compare once -- %t static
// RUN: %compare once_throws -- %t call_once-throws
// RUN: %compare once_throws -- %t static-throws
// RUN: %compare once_throws -- %t posix-throws
// Once it is done nobody waits for anything.
// RUN: %verdict ok --outcomes 'x' -- %t later
// An initialiser that needs itself, and two that need each other.
// RUN: %verdict deadlock -- %t itself
// RUN: %verdict deadlock -- %t each-other
// RUN: %verdict deadlock -- %t holds-mutex
#include <pthread.h>
#include <unistd.h>

#include <mutex>

#include "Inputs/cases.h"

pthread_once_t posix = PTHREAD_ONCE_INIT;
std::once_flag flag, other_flag;
thread_local const char* name;
int tries;
std::mutex m;

void say(const char* text) { (void)!write(1, text, 1); }

void initialise() { say(name); }

// The first fails.
void fail_first() {
  say(name);
  if (tries++ == 0) throw 1;
}

struct Initialised {
  Initialised() { initialise(); }
};
struct FailsFirst {
  FailsFirst() { fail_first(); }
};

// Two threads initialise, and then go on, each with a sign of its own.
template <class Initialise>
void race(Initialise initialise_once) {
  auto work = [=](const char* mine, const char* done) {
    return [=] {
      name = mine;
      try {
        initialise_once();
        say(done);
      } catch (int) {
        say("!");
      }
    };
  };
  both(work("A", "a"), work("B", "b"));
}

void later() {
  name = "x";
  std::call_once(flag, initialise);
  both([] { std::call_once(flag, initialise); }, [] { std::call_once(flag, initialise); });
}

void call_itself() { pthread_once(&posix, call_itself); }

void itself() {
  both([] { pthread_once(&posix, call_itself); }, [] {});
}

void each_other() {
  both([] { std::call_once(flag, [] { std::call_once(other_flag, [] {}); }); },
       [] { std::call_once(other_flag, [] { std::call_once(flag, [] {}); }); });
}

// The initialiser takes a mutex that one of the threads holds when it comes.
void holds_mutex() {
  auto locked = [] { std::lock_guard lock(m); };
  both([=] { std::call_once(flag, locked); },
       [=] {
         std::lock_guard lock(m);
         std::call_once(flag, [] {});
       });
}

const Case cases[] = {
    {"posix", [] { race([] { pthread_once(&posix, initialise); }); }},
    {"call_once", [] { race([] { std::call_once(flag, initialise); }); }},
    {"static", [] { race([] { static Initialised once; }); }},
    {"posix-throws", [] { race([] { pthread_once(&posix, fail_first); }); }},
    {"call_once-throws", [] { race([] { std::call_once(flag, fail_first); }); }},
    {"static-throws", [] { race([] { static FailsFirst once; }); }},
    {"later", later}, {"itself", itself}, {"each-other", each_other}, {"holds-mutex", holds_mutex}};

int main(int argc, char** argv) { return argc > 1 ? run_case(cases, argv[1]) : 2; }
// COVERS: sync/once sync/once_call sync/static_guard
