// A condition that every state must satisfy: the money is always in one of the two accounts. The transfer
// breaks it between two statements, though every final state is fine.
// RUN: %build && %verdict assert --message invariant -- %t
// RUN: %verdict assert --message invariant -- --search exhaustive %t
// RUN: %verdict ok -- %t atomically
#include <omc.h>

#include <thread>

int alice = 100, bob = 0;

OMC_NO_INSTRUMENT int money_is_lost(void*) { return alice + bob != 100; }

void transfer(bool atomically) {
  if (atomically) omc_atomic_begin();
  alice -= 10;
  bob += 10;
  if (atomically) omc_atomic_end();
}

int main(int argc, char**) {
  omc_invariant(money_is_lost, nullptr);
  std::thread one(transfer, argc > 1), two(transfer, argc > 1);
  one.join();
  two.join();
}
// COVERS: entry/api search/explore
