#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> x;
int table[100];

static int classify(int value) {
  if (value > 5) {
    std::puts("big");
    return 2;
  }
  for (int i = 0; i < 100; i++) {
    table[i] = i;
    if (i == 200)
      table[i] = 3;
    if (i == 50)
      table[i] = 4;
  }
  return 1;
}
static void never() { x = 9; }

int main(int argc, char**) {
  std::thread a([] { x++; }), b([] {
    if (x == 1)
      x = 5;
  });
  a.join();
  b.join();
  if (argc > 3) never();
  int found = classify(x);
  return found - 1;
}
