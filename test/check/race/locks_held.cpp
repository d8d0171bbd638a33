// The locks of a race are those that a thread held at its access, also when its statement is the last before they are let go.
// RUN: %build
// RUN: %expect-exit 1 %omc check -o - %t one | FileCheck --check-prefix=ONE %s
// ONE-DAG: writes 4 bytes at locks_held.cpp:{{[0-9:]+}}, holding first (since locks_held.cpp:{{[0-9]+}}): total++;
// ONE-DAG: reads 4 bytes at locks_held.cpp:{{[0-9:]+}}, holding no lock: seen = total;
// RUN: %expect-exit 1 %omc check -o - %t two | FileCheck --check-prefix=TWO %s
// TWO-DAG: holding first (since locks_held.cpp:{{[0-9]+}}): total++;
// TWO-DAG: holding second (since locks_held.cpp:{{[0-9]+}}): total--;
#include <mutex>
#include <string>
#include <thread>

std::mutex first, second;
int total, seen;

void count() {
  std::lock_guard lock(first);
  total++;
}

void look() { seen = total; }

void take_back() {
  std::lock_guard lock(second);
  total--;
}

int main(int, char** argv) {
  std::thread counting(count), other(argv[1] == std::string("one") ? look : take_back);
  counting.join();
  other.join();
}
// COVERS: threads/held_locks driver/explain/race
