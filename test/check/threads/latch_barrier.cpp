// std::latch and std::barrier: all meet; the completion is run once in each round, by one of them, before any goes on.
// RUN: %build
// RUN: %compare latch -- %t latch
// RUN: %compare latch_try -- %t latch-try
// RUN: %compare barrier_rounds -- %t rounds
// RUN: %compare barrier_completion -- %t completion
// One that leaves is not waited for any more.
// RUN: %compare barrier_drop -- %t drop
// RUN: %verdict deadlock -- %t latch-too-many
// RUN: %verdict deadlock -- %t barrier-too-many
#include <unistd.h>

#include <barrier>
#include <latch>

#include "Inputs/cases.h"

void say(char c) { (void)!write(1, &c, 1); }

void latch() {
  std::latch done(2);
  std::thread waiter([&] { done.wait(); say('C'); });
  both([&] { say('A'); done.count_down(); }, [&] { say('B'); done.count_down(); });
  waiter.join();
}

void latch_try() {
  std::latch done(1);
  both([&] { done.count_down(); }, [&] { say(done.try_wait() ? 'y' : 'n'); });
}

void rounds() {
  std::barrier<> all(2);
  auto work = [&](char first, char second) {
    say(first);
    all.arrive_and_wait();
    say(second);
    all.arrive_and_wait();
  };
  both([&] { work('A', 'D'); }, [&] { work('B', 'E'); });
}

void completion() {
  auto complete = []() noexcept { say('-'); };
  std::barrier<decltype(complete)> all(2, complete);
  auto work = [&](char name) {
    say(name);
    all.arrive_and_wait();
    say(name);
  };
  both([&] { work('A'); }, [&] { work('B'); });
}

void drop() {
  std::barrier<> all(2);
  both([&] { say('A'); all.arrive_and_drop(); say('a'); },
       [&] { say('B'); all.arrive_and_wait(); say('b'); all.arrive_and_wait(); say('c'); });
}

void latch_too_many() {
  std::latch done(3);
  both([&] { done.arrive_and_wait(); }, [&] { done.arrive_and_wait(); });
}

void barrier_too_many() {
  std::barrier<> all(3);
  both([&] { all.arrive_and_wait(); }, [&] { all.arrive_and_wait(); });
}

const Case cases[] = {{"latch", latch}, {"latch-try", latch_try}, {"rounds", rounds}, {"completion", completion},
                      {"drop", drop}, {"latch-too-many", latch_too_many}, {"barrier-too-many", barrier_too_many}};

int main(int argc, char** argv) { return argc > 1 ? run_case(cases, argv[1]) : 2; }
// COVERS: sync/futex
