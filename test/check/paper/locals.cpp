// Two threads remember in local variables who came first and tell much later. By then the shared variables
// are equal again, so a table of shared variables alone would take the second order for the first.
// RUN: %build && %verdict ok --outcomes '11 12 21' -- --granularity statement %t
// RUN: %verdict ok --outcomes '11 12 21' -- --granularity statement --search exhaustive %t
#include <cstdio>
#include <thread>

int ticket, seen[2];

void visitor(int i) {
  int mine = ++ticket;
  ticket--;
  seen[i] = mine;
}

int main() {
  std::thread one(visitor, 0), two(visitor, 1);
  one.join();
  two.join();
  std::printf("%d%d", seen[0], seen[1]);
}
// COVERS: search/state snapshot/stacks
