// A thread that uses a variable of a function which another thread has left, while that one waits a few frames further up or
// is in the middle of something else. The argument says which.
// RUN: %build
// RUN: %verdict memory --message 'write to a stack frame that was left' -- %t joining
// RUN: %verdict memory --message 'read of a stack frame that was left' -- %t reading
// RUN: %verdict memory --message 'a stack frame that was left' -- %t task
// RUN: %verdict ok --races -- %t kept
// RUN: %omc-cxx -std=c++20 -O0 -g -pthread %s -o %t.0
// RUN: %verdict memory --message 'write to a stack frame that was left' -- %t.0 joining
// RUN: %verdict memory --message 'read of a stack frame that was left' -- %t.0 reading
// RUN: %verdict ok --races -- %t.0 kept
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>

std::thread worker;
int seen;

[[gnu::noinline]] void start_writing() {
  int local = 1;
  worker = std::thread([&local] { local = 2; });
}

[[gnu::noinline]] void start_reading() {
  int local = 1;
  worker = std::thread([&local] { seen = local; });
}

struct Task {
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
};

void finish(Task& task) {
  {
    std::lock_guard held(task.mutex);
    task.done = true;
  }
  task.changed.notify_one();  // whoever waited may be gone
}

[[gnu::noinline]] void wait_for_task() {
  Task task;
  worker = std::thread(finish, std::ref(task));
  std::unique_lock held(task.mutex);
  while (!task.done) task.changed.wait(held);
}

// Nothing is left here: locals of functions that wait are used, deep in the library too.
[[gnu::noinline]] void use_kept() {
  std::mutex mutex;
  std::condition_variable changed;
  int turn = 0;
  worker = std::thread([&] {
    std::unique_lock held(mutex);
    turn = 1;
    changed.notify_one();
    changed.wait(held, [&] { return turn == 2; });
  });
  {
    std::unique_lock held(mutex);
    changed.wait(held, [&] { return turn == 1; });
    turn = 2;
    changed.notify_one();
  }
  worker.join();
}

int main(int, char** arguments) {
  auto is = [&](const char* name) { return !std::strcmp(arguments[1], name); };
  if (is("joining")) start_writing();
  if (is("reading")) start_reading();
  if (is("task")) wait_for_task();
  if (is("kept")) use_kept();
  if (worker.joinable()) worker.join();
}
// COVERS: races/memory_errors report/stack_owner
