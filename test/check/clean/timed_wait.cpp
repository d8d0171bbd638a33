// A wait with a time limit may expire or not, whatever the limit: both are outcomes, and it is no deadlock
// when nobody signals.
// RUN: %build && %verdict ok --races --outcomes 'expired signalled' -- %t
// RUN: %verdict ok --races --outcomes 'expired' -- %t nobody
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable ready;
bool is_ready = false;

int main(int argc, char**) {
  using namespace std::chrono_literals;
  std::thread signaller([&] {
    if (argc > 1) return;
    std::lock_guard<std::mutex> lock(m);
    is_ready = true;
    ready.notify_one();
  });
  {
    std::unique_lock<std::mutex> lock(m);
    bool in_time = ready.wait_for(lock, 1h, [] { return is_ready; });
    std::puts(in_time ? "signalled" : "expired");
  }
  signaller.join();
}
// COVERS: sync/condition threads/virtual_time
