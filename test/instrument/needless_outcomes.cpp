// With and without needless hooks a program has the same outcomes, statement by statement; without them the
// search has less to do. The threads read in one statement and write in another, with locals in between, at the end
// of functions, in loops, in conditions and in statement expressions.
// RUN: %omc-cxx -O1 -g --omc-naive %s -o %t.naive
// RUN: %omc-cxx -O1 -g %s -o %t.few
// RUN: %python %S/Inputs/outcomes.py %omc %t.naive %t.few
// RUN: %python %S/Inputs/outcomes.py %omc %t.naive %t.few loop
#include <cstdio>
#include <thread>

int x = 1, y = 2, z, rounds, turns;

int read_x() {
  int local = 0;
  local += x;
  int twice = local * 2;
  twice -= local;
  return twice;
}

void forget() {
  int unused = 1;
  y++;
  unused++;
  unused--;
}

void one() {
  int a = 0;
  a++;
  z = read_x() + y;
  z += ({ int c = y; int d = c; d + a; }) * 10 + x;
  forget(), y *= 2;
  rounds = 9;
}

void two() {
  int i = 0;
  while (rounds < 2) {
    rounds++;
    i += 2;
    i--;
  }
  int k = i;
  k++;
  turns = k - 1;
}

void three() {
  x += 1000;
  y = 50;
  x += 20000;
}

int main(int argc, char**) {
  std::thread first(one), second(argc > 1 ? two : three);
  first.join();
  second.join();
  std::printf("%d %d %d %d %d", x, y, z, rounds, turns);
}
// COVERS: instrumenter/source/locals
