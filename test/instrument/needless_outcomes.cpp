// With and without needless hooks a program has the same outcomes, statement by statement; without them the
// search has less to do. The threads read in one statement and write in another, with locals in between, at the end
// of functions, in loops, in conditions and in statement expressions.
// RUN: %omc-cxx -O1 -g --omc-naive %s -o %t.naive
// RUN: %omc-cxx -O1 -g %s -o %t.few
// RUN: %python %S/Inputs/outcomes.py %omc %t.naive %t.few
#include <cstdio>
#include <thread>

int x = 1, y = 2, rounds = 0;

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
  x = read_x() + y;
  int b = ({ int c = y; int d = c; d + a; });
  forget(), y += b;
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
  y = x + k - i;
}

int main() {
  std::thread first(one), second(two);
  first.join();
  second.join();
  std::printf("%d %d %d", x, y, rounds);
}
