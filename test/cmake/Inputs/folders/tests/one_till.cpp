#include <thread>

#include "till.h"

int main() {
  int sum = 0;
  for (int i = 0; i < 2; i++) std::thread([&] { sum += sell(); }).join();
  return sum != 8;
}
