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
// RUN: %verdict data-race -- %t copy
// RUN: %verdict data-race -- %t part
// RUN: %verdict data-race -- %t getter
// RUN: %verdict data-race -- %t length
// RUN: %verdict data-race -- %t compare
// RUN: %verdict data-race -- %t first
// RUN: %verdict data-race -- %t swapped
// RUN: %verdict data-race -- %t.o2 copy
// RUN: %verdict data-race -- %t.o2 part
// RUN: %verdict data-race -- %t.o2 getter
// RUN: %verdict data-race -- %t.o2 length
// RUN: %verdict data-race -- %t.o2 compare
// RUN: %verdict data-race -- %t.o2 first
// RUN: %verdict data-race -- %t.o2 swapped
// RUN: %omc-cxx -std=c++20 -O0 -g -pthread %s -o %t.o0
// RUN: %verdict data-race -- %t.o0 length
// RUN: %verdict data-race -- %t.o0 compare
// RUN: %verdict ok --races -- %t other-part
// RUN: %verdict ok --races -- %t.o2 other-part
#include <cstring>
#include <string>
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

struct Parts {
  int number, rest[8];
  Parts all() const { return *this; }
};
Parts parts;
int result;
void change_part() { parts.rest[3] = 1; }
void copy() { [[maybe_unused]] Parts copied = parts; }
void use_part() {
  Parts copied = parts;
  result = copied.number;
}
void get() { result = parts.all().number; }
void read_part() { result = parts.number; }

std::string text = "text";
void change_text() { text[0] = 'T'; }
void length() { (void)std::strlen(text.c_str()); }
void compare() { [[maybe_unused]] bool is_same = text == "text"; }

static int initial;
void store_initial() { initial = 0; }
void load_initial() { result = initial; }

static int swapped[2];
void set(int& variable, int value) { variable = value; }
void set_first() { set(swapped[0], 1); }
void set_both() { swapped[0] = swapped[1] = 2; }

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
  if (is("copy")) both(change_part, copy);
  if (is("part")) both(change_part, use_part);
  if (is("getter")) both(change_part, get);
  if (is("other-part")) both(change_part, read_part);
  if (is("length")) both(change_text, length);
  if (is("compare")) both(change_text, compare);
  if (is("first")) both(store_initial, load_initial);
  if (is("swapped")) both(set_first, set_both);
}
// COVERS: instrumenter/pass/dead_accesses
