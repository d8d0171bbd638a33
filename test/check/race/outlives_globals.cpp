// A thread that main starts last and nobody waits for uses what the end of the program destroys.
// RUN: %build
// RUN: %expect-exit 1 %omc check -o - %t | FileCheck %s
// CHECK: error: data-race: bytes {{.*}} of a block of 16 bytes allocated by thread 0
// CHECK: thread 1 (main lambda) writes 4 bytes at outlives_globals.cpp:[[#@LINE+10]]:{{[0-9]+}}, holding no lock: entries[i] = i;
// CHECK: replay: omc replay
#include <thread>
#include <vector>

std::vector<int> entries(4);

int main() {
  std::thread([] {
    for (int i = 0; i < 4; i++)
      entries[i] = i;
  }).detach();
}
// COVERS: entry/start races/lifetimes
