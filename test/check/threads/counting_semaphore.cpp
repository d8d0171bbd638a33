// std::counting_semaphore and binary_semaphore: acquire, try, with a limit, and several at once.
// RUN: %build
// A semaphore of libstdc++ 12 can sleep for ever (GCC bug 104928): a thread that has seen 1, and then 0 until it gave up
// spinning, goes to sleep when it is 1 again.
// RUN: %verdict deadlock --message 'a wake-up on semaphore' -- %t acquire
// RUN: %compare semaphore_try -- %t try
// RUN: %compare semaphore_try -- %t timed
// RUN: %compare semaphore_wait -- %t release-two
// As a mutex that another thread unlocks.
// RUN: %verdict ok --outcomes 'ABAB' -- %t turns
// RUN: %verdict deadlock -- %t too-few
// A second permit lets two in at once.
// RUN: %verdict assert --message 'inside == 1' -- %t two-inside
#include <unistd.h>

#include <cassert>
#include <semaphore>

#include "Inputs/cases.h"

using namespace std::chrono_literals;

std::counting_semaphore<4> semaphore(0);
std::binary_semaphore turn_of_a(1), turn_of_b(0);
int inside;

void say(char c) { (void)!write(1, &c, 1); }

template <class C>
void three(void (*work)(char), C c) {
  std::thread third(c);
  both([=] { work('A'); }, [=] { work('B'); });
  third.join();
}

void acquire(char name) {
  semaphore.acquire();
  say(name);
}

void try_acquire(char name) { say(semaphore.try_acquire() ? name : '-'); }

void acquire_soon(char name) { say(semaphore.try_acquire_for(1ms) ? name : '-'); }

void release() { semaphore.release(); }

void release_two() { semaphore.release(2); }

void turns() {
  auto work = [](char name, auto& mine, auto& others) {
    for (int i = 0; i < 2; i++) {
      mine.acquire();
      say(name);
      others.release();
    }
  };
  both([=] { work('A', turn_of_a, turn_of_b); }, [=] { work('B', turn_of_b, turn_of_a); });
}

void enter(char) {
  semaphore.acquire();
  inside++;
  assert(inside == 1);  // <- assert
  inside--;
  semaphore.release();
}

void too_few() { three(acquire, release); }

void two_inside() { three(enter, release_two); }

const Case cases[] = {{"acquire", [] { three(acquire, [] { release(); release(); }); }},
                      {"try", [] { three(try_acquire, release); }}, {"timed", [] { three(acquire_soon, release); }},
                      {"release-two", [] { three(acquire, release_two); }}, {"turns", turns},
                      {"too-few", too_few},
                      {"two-inside", two_inside}};

int main(int argc, char** argv) { return argc > 1 ? run_case(cases, argv[1]) : 2; }
// COVERS: sync/futex
