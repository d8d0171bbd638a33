// A library that does its work in a thread of its own.
#include <mutex>
#include <thread>

namespace {

std::mutex m;
int sum;

struct Worker {
  std::thread thread;
  ~Worker() { if (thread.joinable()) thread.join(); }
} worker;

}  // namespace

extern "C" void begin_work(void (*done)(int)) {
  worker.thread = std::thread([=] {
    {
      std::lock_guard lock(m);
      sum += 1;
    }
    done(sum);
  });
}

extern "C" void add_work(int n) {
  std::lock_guard lock(m);
  sum += n;
}

extern "C" int end_work() {
  worker.thread.join();
  return sum;
}

extern "C" void work_with(void (*callback)()) {
  std::lock_guard lock(m);
  callback();
}
