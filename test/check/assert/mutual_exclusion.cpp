// Peterson's algorithm keeps two threads apart; without the turn both can enter. An invariant watches.
// RUN: %build && %verdict ok --outcomes 2 -- %t
// RUN: %verdict assert -- %t without-turn
#include <omc.h>

#include <cstdio>
#include <thread>

volatile bool wants[2];
volatile int turn;
volatile int inside;
int entered;
bool with_turn;

OMC_NO_INSTRUMENT int crowded(void*) { return inside > 1; }

void visit(int me) {
  int other = 1 - me;
  if (with_turn) {
    wants[me] = true;
    turn = other;
    while (wants[other] && turn == other) {
    }
  } else {
    while (wants[other]) {
    }
    wants[me] = true;
  }
  inside = inside + 1;
  entered++;
  inside = inside - 1;
  wants[me] = false;
}

int main(int argc, char**) {
  with_turn = argc < 2;
  omc_invariant(crowded, nullptr);
  std::thread one(visit, 0), two(visit, 1);
  one.join();
  two.join();
  std::printf("%d", entered);
}
// COVERS: entry/api search/state
