// The first schedules end with a wrong status, a later one deadlocks: the deadlock explains more, and is reported.
// COVERS: report/bugs report/outcomes
// RUN: %build && %verdict deadlock -- --check deadlock,exit %t
// RUN: %verdict deadlock,exit -- --check deadlock,exit --all %t
#include <mutex>
#include <thread>

std::mutex a, b;

int main() {
  std::thread one([] {
    std::lock_guard first(a);
    std::lock_guard second(b);
  });
  std::thread two([] {
    std::lock_guard first(b);
    std::lock_guard second(a);
  });
  one.join();
  two.join();
  return 1;
}
