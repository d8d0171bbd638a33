// More interleavings than anybody waits for.
#include <thread>
#include <vector>

int counters[8];

void count(int i) {
  for (int k = 0; k < 1000; k++) counters[i] += k * i;
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; i++) threads.emplace_back(count, i);
  for (std::thread& thread : threads) thread.join();
}
