// What a program does outside itself is executed for real in each schedule, and named: a search that cannot take it back
// must not be silent about it. A child process does not disturb the search.
// RUN: %build && %omc check -o - %t | FileCheck %s
// CHECK: omc: not modelled, executed for real in each schedule: {{.*}}child processes
// CHECK: omc: 1 distinct outcome
// CHECK: omc: no bugs
// A file is the schedule's own. A child process would not see it: such a schedule is not followed.
// RUN: %omc check -o - %t %t.txt alone | FileCheck --check-prefix=FILE %s
// RUN: %expect-exit 3 %omc check -o - %t %t.txt | FileCheck --check-prefix=CHILD %s
// FILE-NOT: not modelled
// FILE: omc: no bugs
// CHILD: omc: INCOMPLETE: {{.*}}a child process, which does not see the files that the program has changed
// RUN: test ! -e %t.txt
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <thread>

std::atomic<int> n;

int main(int argc, char** argv) {
  std::thread a([&] {
    if (argc > 1) std::ofstream(argv[1]) << n;
  });
  std::thread b([] { n = 2; });
  a.join();
  b.join();
  return argc > 2 ? 0 : std::system("true");
}
// COVERS: kernel/syscall_table kernel/process driver/explain/outcome_report
