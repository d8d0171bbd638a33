// The paper's example as an ordinary program: one thread prints a and b, the other 1 and 2.
// RUN: %build && %verdict ok --outcomes 'ab12 a1b2 a12b 1ab2 1a2b 12ab' -- %t
// RUN: %verdict ok --outcomes 'ab12 a1b2 a12b 1ab2 1a2b 12ab' -- --search exhaustive %t
// RUN: %verdict ok --outcomes 'ab12 a1b2 a12b 1ab2 1a2b 12ab' -- --granularity statement %t
#include <cstdio>
#include <thread>

void letters() {
  std::putchar('a');
  std::putchar('b');
}

void digits() {
  std::putchar('1');
  std::putchar('2');
}

int main() {
  std::thread one(letters), two(digits);
  one.join();
  two.join();
}
// COVERS: search/explore report/outcomes
