// Two threads that each step back when the other is about to go: they can do so for ever, but they need
// not, so it is no livelock. Two that can only step back are one.
// RUN: %build && %verdict ok -- %t
// RUN: %verdict livelock -- %t stubborn
#include <thread>

volatile bool wants[2];

void pass(int me, bool stubborn) {
  for (;;) {
    wants[me] = true;
    bool other = wants[1 - me];
    if (!other && !stubborn) break;
    wants[me] = false;
  }
  wants[me] = false;
}

int main(int argc, char**) {
  std::thread one(pass, 0, argc > 1), two(pass, 1, argc > 1);
  one.join();
  two.join();
}
// COVERS: search/livelock
