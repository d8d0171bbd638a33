// Three data races: in a member function, on a global, and on an element of an array.
#include <thread>

struct Counter {
  int count = 0;
  __attribute__((noinline)) void add(int n) { count += n; }
};

Counter* counter = new Counter;
int total;
int flags[2];

__attribute__((noinline)) void flag_up() { flags[1] = 1; }
__attribute__((noinline)) void sum_up() { total++; }

void work() {
  counter->add(1);
  sum_up();
  flag_up();
}

int main() {
  std::thread one(work), two(work);
  one.join();
  two.join();
}
