// Members are named where the class is defined in another unit, as classes with virtual functions are, and where the optimiser
// has made variables of them; a local is that of its own function, whatever is inlined there. The argument says which; PART is
// the other unit.
// RUN: %omc-cxx -std=c++20 -O2 -g -pthread -DPART -c %s -o %t.part.o
// RUN: %omc-cxx -std=c++20 -O2 -g -pthread -c %s -o %t.main.o
// RUN: %omc-cxx -pthread %t.main.o %t.part.o -o %t
// RUN: %expect-exit 1 %omc check --check data-race -o - %t global | FileCheck --check-prefix=GLOBAL %s
// GLOBAL: error: data-race: shop::queue.tail is
// RUN: %expect-exit 1 %omc check --check data-race -o - %t inlined | FileCheck --check-prefix=INLINED %s
// INLINED: error: data-race: local total.sum of use_inlined is
// RUN: %expect-exit 1 %omc check --check data-race -o - %t split | FileCheck --check-prefix=SPLIT %s
// SPLIT: error: data-race: counts.misses is
//
// RUN: %omc-cxx -std=c++20 -O0 -g -pthread %t.part.o %s -o %t.plain
// RUN: %expect-exit 1 %omc check --check data-race -o - %t.plain local | FileCheck --check-prefix=LOCAL %s
// LOCAL: error: data-race: local queue.tail of use_local is
// RUN: %expect-exit 1 %omc check --check data-race -o - %t.plain split | FileCheck --check-prefix=SPLIT %s
#include <cstring>
#include <thread>

namespace shop {
struct Queue {
  virtual ~Queue();
  virtual void push(int value);
  int head = 0, tail = 0;
};
}  // namespace shop

#ifdef PART

shop::Queue::~Queue() = default;
void shop::Queue::push(int value) { tail = value; }

#else

namespace shop {
Queue queue;
}

static struct {
  int hits, misses;
} counts;

void race_on(shop::Queue& queue) {
  std::thread thread([&] { queue.push(1); });
  queue.push(2);
  thread.join();
}

void use_local() {
  shop::Queue queue;
  race_on(queue);
}

void use_split() {
  std::thread thread([] { counts.misses++; });
  counts.misses++;
  thread.join();
}

struct Total {
  int sum = 0;
  ~Total() { sum = 0; }
  void add() { sum++; }
};

void use_inlined() {
  std::thread thread;
  Total total;
  thread = std::thread([&] { total.add(); });
  total.add();
  thread.join();
}

int main(int, char** arguments) {
  auto is = [&](const char* name) { return !std::strcmp(arguments[1], name); };
  if (is("global")) race_on(shop::queue);
  if (is("local")) use_local();
  if (is("inlined")) use_inlined();
  if (is("split")) use_split();
  return counts.misses;
}

#endif
// COVERS: driver/debuginfo/variables driver/debuginfo/dwarf_types
