#include <thread>

#include "shared.h"

int main() {
  std::thread a([] { add(1); });
  std::thread b([] { add(2); });
  a.join();
  b.join();
  return total == 3 ? 0 : 1;
}
