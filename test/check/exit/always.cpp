// Where every schedule ends with the same status, no interleaving is to blame. --expect-exit says that it is right.
// COVERS: report/outcomes driver/explain/exit_status
// RUN: %build
// RUN: %verdict exit --message 'exit status 3 in every schedule: no interleaving is to blame (--expect-exit 3)' -- %t 3
// RUN: %verdict ok --outcomes '.!3' -- --check all --expect-exit 3 %t 3
// RUN: %verdict exit --message 'exit status 0 in every schedule' -- --expect-exit 3 %t 0
// RUN: %expect-exit 2 %omc check --expect-exit 256 %t 0 2>&1 | FileCheck --check-prefix RANGE %s
// RANGE: omc: error: '256' is not a value of expect-exit; give an exit status from 0 to 255
#include <cstdlib>
#include <mutex>
#include <thread>

std::mutex m;
int n;

void add() {
  std::lock_guard guard(m);
  n++;
}

int main(int, char** argv) {
  std::thread a(add), b(add);
  a.join();
  b.join();
  return std::atoi(argv[1]);
}
