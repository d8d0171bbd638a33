// What a program does outside itself is executed for real in each schedule, and named: a search that cannot take it back
// must not be silent about it. A child process does not disturb the search.
// RUN: %build && %omc check -o - %t %t.txt | FileCheck %s
// CHECK: omc: not modelled, executed for real in each schedule: {{.*}}child processes{{.*}}files opened for writing
// CHECK: omc: 1 distinct outcome
// CHECK: omc: no bugs
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <thread>

std::atomic<int> n;

int main(int, char** argv) {
  std::thread a([&] { std::ofstream(argv[1]) << n; });
  std::thread b([] { n = 2; });
  a.join();
  b.join();
  return std::system("true");
}
// COVERS: kernel/syscall_table kernel/process driver/explain/outcome_report
