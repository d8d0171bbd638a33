// A program that writes all over memory that is not its own, in one of its schedules, kills the process that explores
// it. The rest is explored, the part that died is tried again, and then it is named as lost: never "no bugs".
// RUN: %build && %expect-exit 3 %omc check %but-races -o - %t scribble | FileCheck %s
// RUN: %verdict ok --outcomes '3 7' -- %t
// CHECK: omc: INCOMPLETE: {{.*}}lost
#include <omc.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <thread>

int x;

// Far from everything a program has lies what the checker keeps.
OMC_NO_INSTRUMENT void scribble() {
  std::memset(reinterpret_cast<void*>(0x0c0000000000), 0x5a, 1 << 20);
  std::memset(reinterpret_cast<void*>(0x0ff000000000), 0x77, 8192);
}

int main(int argc, char**) {
  std::thread a([] { x = 1; x = 2; x = 3; });
  std::thread b([argc] {
    int seen = x;
    if (seen == 2 && argc > 1) scribble();
    x = 7;
  });
  a.join();
  b.join();
  std::printf("%d\n", x);
}
// COVERS: search/workers
