// More interleavings than anybody waits for.
#include <atomic>
#include <thread>
#include <vector>

std::atomic<int> sum{0};

void add(int i) {
  for (int k = 0; k < 1000; k++) sum += k * i;
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; i++) threads.emplace_back(add, i);
  for (std::thread& thread : threads) thread.join();
}
