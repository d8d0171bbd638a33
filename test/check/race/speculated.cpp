// A load from one of two addresses is an access to that one only. The optimiser makes two loads of
// it and selects a value, which must not be reported. With `both` the other one is a race.
// COVERS: instrumenter/pass/speculated_loads instrumenter/pass/dead_accesses
//
// RUN: %build -O1 && %verdict ok --races --outcomes '6' -- %t
// RUN: %verdict data-race --message 'right' -- %t both
// RUN: %build -O2 && %verdict ok --races --outcomes '6' -- %t
// RUN: %verdict data-race --message 'right' -- %t both
// RUN: %build -O0 && %verdict ok --races --outcomes '6' -- %t
#include <cstdio>
#include <thread>

static int left = 1, right = 2, sum;
static bool which;

static int by_pointer() { return *(which ? &left : &right); }

static int by_reference() {
  int& chosen = which ? left : right;
  return chosen;
}

static int by_variable() {
  int* chosen = &right;
  if (which) chosen = &left;
  return *chosen;
}

static int by_value() { return which ? left : right; }

static int or_local(int value) { return *(which ? &value : &right); }

static void choose() {
  sum += by_pointer();
  sum += by_reference();
  sum += by_variable();
  sum += by_value();
  sum += or_local(2);
}

int main(int argc, char**) {
  which = argc == 1;
  std::thread reader(choose), writer([] { right = 5; });
  reader.join();
  writer.join();
  printf("%d", sum);
}
