// Three philosophers, each with the fork at the left first: each holds one and waits for the next. When
// the last takes the forks in the other order there is always one who can eat.
// RUN: %build && %verdict deadlock -- %t
// RUN: %verdict ok --outcomes 3 --count threads=4 -- %t ordered
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

std::mutex forks[3];
std::mutex counting;
int meals;

void dine(int left, int right) {
  std::lock_guard<std::mutex> one(forks[left]);
  std::lock_guard<std::mutex> two(forks[right]);  // <- deadlock
  std::lock_guard<std::mutex> three(counting);
  meals++;
}

int main(int argc, char**) {
  bool ordered = argc > 1;
  std::vector<std::thread> philosophers;
  for (int i = 0; i < 3; i++) {
    int left = i, right = (i + 1) % 3;
    if (ordered && right < left) std::swap(left, right);
    philosophers.emplace_back(dine, left, right);
  }
  for (auto& philosopher : philosophers) philosopher.join();
  std::printf("%d\n", meals);
}
// COVERS: sync/mutex
