// Accesses whose results nobody needs: the optimiser would take them away, and they are data races all the same. The argument
// says which.
// RUN: %build
// RUN: %verdict data-race --message 'shared is' -- %t load
// RUN: %verdict data-race --message 'only_written is' -- %t store
// RUN: %verdict data-race --message 'only_written is' -- %t same
// RUN: %verdict data-race -- %t size
// RUN: %verdict data-race --message 'shared is' -- %t sum
// RUN: %verdict data-race --message 'shared is' -- %t late
// RUN: %omc-cxx -std=c++20 -O2 -g -pthread %s -o %t.o2
// RUN: %verdict data-race --message 'shared is' -- %t.o2 load
// RUN: %verdict data-race --message 'only_written is' -- %t.o2 store
// RUN: %verdict data-race -- %t.o2 size
// RUN: %verdict data-race --message 'shared is' -- %t.o2 sum
// RUN: %verdict data-race --message 'shared is' -- %t.o2 late
#include <cstring>
#include <thread>
#include <vector>

int shared;
static int only_written;
std::vector<int> items{1, 2, 3};

void write() { shared = 1; }
void load() { [[maybe_unused]] int seen = shared; }
void sum() {
  int seen = shared;
  [[maybe_unused]] int more = seen + 1;
}
void late() {
  int value = 0;
  if (value == 2) only_written = 3;
  value = shared;
}
void store_1() { only_written = 1; }
void store_2() { only_written = 2; }
void clear() { items.clear(); }
void ask_size() {
  [[maybe_unused]] auto n = items.size();
  [[maybe_unused]] bool is_empty = items.empty();
}

void both(void (*f)(), void (*g)()) {
  std::thread one(f), two(g);
  one.join();
  two.join();
}

int main(int, char** arguments) {
  auto is = [&](const char* name) { return !std::strcmp(arguments[1], name); };
  if (is("load")) both(write, load);
  if (is("sum")) both(write, sum);
  if (is("late")) both(write, late);
  if (is("store")) both(store_1, store_2);
  if (is("same")) both(store_1, store_1);
  if (is("size")) both(clear, ask_size);
}
