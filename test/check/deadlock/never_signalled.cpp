// A thread waits on a condition variable that nobody will signal.
// RUN: %build && %verdict deadlock -- %t
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable ready;
bool is_ready = false;

int main() {
  std::thread waiter([] {
    std::unique_lock<std::mutex> lock(m);
    ready.wait(lock, [] { return is_ready; });  // <- deadlock
  });
  std::thread forgetful([] {
    std::lock_guard<std::mutex> lock(m);
    is_ready = false;
  });
  forgetful.join();
  waiter.join();
}
// COVERS: sync/condition
