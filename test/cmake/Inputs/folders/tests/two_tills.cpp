#include <thread>

#include "till.h"

int main() {
  std::thread other(sell);
  sell();
  other.join();
}
