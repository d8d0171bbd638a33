// N threads that each add to a counter K times under a mutex: locked N K. The everyday program.
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex mutex;
static int counter;

static void add(int times) {
  for (int i = 0; i < times; i++) {
    mutex.lock();
    counter++;
    mutex.unlock();
  }
}

int main(int argc, char** argv) {
  int threads = argc > 1 ? std::atoi(argv[1]) : 2;
  int times = argc > 2 ? std::atoi(argv[2]) : 2;
  std::vector<std::thread> all;
  for (int i = 0; i < threads; i++) all.emplace_back(add, times);
  for (std::thread& thread : all) thread.join();
  return counter == threads * times ? 0 : 1;
}
