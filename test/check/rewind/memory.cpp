// Memory that nobody touches costs nothing, and memory that every schedule writes is put back.
// RUN: %build
// A gibibyte of untouched heap: as many states and outcomes as without.
// RUN: %verdict ok --outcomes '5 8' -- %t 1024 0
// RUN: %verdict ok --outcomes '5 8' -- %t 1 0
// Sixty-four mebibytes written in each schedule.
// RUN: %omc check %but-races -o - -j 1 --json %t.json %t 64 1
// RUN: %python -c 'import json, sys; run = json.load(open(sys.argv[1])); assert sorted(o["stdout"].strip() for o in run["outcomes"]) == ["5", "8"], run["outcomes"]' %t.json
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

int x;

int main(int, char** argv) {
  size_t bytes = std::strtoul(argv[1], nullptr, 10) << 20;
  auto* block = static_cast<char*>(std::malloc(bytes));
  bool writes = argv[2][0] == '1';
  std::thread a([&] {
    if (writes) std::memset(block, x + 1, bytes);
    x += 1;
    x *= 2;
  });
  std::thread b([] { x += 3; });
  a.join();
  b.join();
  bool whole = !writes || (block[0] == block[bytes - 1] && block[bytes / 2] == block[0]);
  std::printf("%d\n", whole ? x : -1);
}
// COVERS: snapshot/pages snapshot/page_copies search/rewind
