#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m;
std::condition_variable cv;
std::atomic<bool> ready;

void consumer() {
  std::unique_lock l(m);
  while (!ready)
    cv.wait(l);
}
void producer() {
  ready = true;
  cv.notify_one();
}

int main() {
  std::thread a(consumer), b(producer);
  a.join();
  b.join();
}
