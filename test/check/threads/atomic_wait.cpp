// std::atomic::wait and notify: of an int, of a type that has no futex of its own, of a flag.
// RUN: %build
// RUN: %compare atomic_wait -- %t wait
// RUN: %compare atomic_wait -- %t wait-long
// RUN: %compare atomic_wait -- %t flag
// RUN: %compare atomic_one -- %t one
// RUN: %verdict deadlock -- %t not-notified
// A change that is undone before it is seen is none.
// RUN: %verdict deadlock -- %t aba
#include <unistd.h>

#include <atomic>

#include "Inputs/cases.h"

std::atomic<int> value = 0;
std::atomic<long> long_value = 0;
std::atomic_flag flag;

void say(char c) { (void)!write(1, &c, 1); }

template <class Atomic>
void wait(Atomic& atomic) {
  both([&] { atomic.wait(0); say('A'); }, [&] { say('B'); atomic = 1; say('b'); atomic.notify_one(); });
}

void wait_flag() {
  both([] { flag.wait(false); say('A'); }, [] { say('B'); flag.test_and_set(); say('b'); flag.notify_one(); });
}

// Two wait and are woken one by one, any of them first.
void one() {
  std::thread third([] {
    value = 1;
    value.notify_one();
    value.notify_one();
  });
  both([] { value.wait(0); say('A'); }, [] { value.wait(0); say('B'); });
  third.join();
}

void not_notified() {
  both([] { value.wait(0); }, [] { value = 1; });
}

// It may see nothing but 0, and then nobody wakes it again.
void aba() {
  both([] { value.wait(0); }, [] { value = 1; value.notify_one(); value = 0; });
}

const Case cases[] = {{"wait", [] { wait(value); }}, {"wait-long", [] { wait(long_value); }}, {"flag", wait_flag},
                      {"one", one}, {"not-notified", not_notified}, {"aba", aba}};

int main(int argc, char** argv) { return argc > 1 ? run_case(cases, argv[1]) : 2; }
// COVERS: sync/futex
