// Two threads that each loop a million times, writing what main reads when they are done: the paper's own example of what cannot
// be checked. A statement that no other thread notices counts little against --max-steps.
// RUN: %build && %verdict ok --races --outcomes '499999500000_499999500000' -- %t
#include <cstdio>
#include <thread>

long sums[2];

void add_up(int which) {
  for (int i = 0; i < 1'000'000; i++)
    sums[which] += i;
}

int main() {
  std::thread a(add_up, 0), b(add_up, 1);
  a.join();
  b.join();
  std::printf("%ld %ld\n", sums[0], sums[1]);
}
// COVERS: steps/invisible_steps world/current world/current_schedule
