// A thread's own variables end with it: who has a pointer to them may use it as long as the thread is there.
// RUN: %build && %verdict memory --message 'read of a variable of a thread that has ended' -- %t late
// RUN: %expect-exit 1 %omc check -o - %t late | FileCheck %s
// CHECK: memory: read of a variable of a thread that has ended: thread-local hits of thread 1 ({{.*}}) [omc-memory]
// RUN: %verdict memory --message 'write to a variable of a thread that has ended' -- %t joined
// RUN: %verdict ok -- %t in_time && %verdict ok -- %t of_main && %verdict ok -- %t destroyed
#include <pthread.h>

#include <cstring>
#include <mutex>
#include <thread>

thread_local int hits;
std::mutex m;
int *where, total;

void publish(int* p) {
  std::lock_guard lock(m);
  where = p;
}

void count() {
  hits++;
  publish(&hits);
  publish(nullptr);
}

void add_up(bool late) {
  std::unique_lock lock(m);
  int* p = where;
  if (late) lock.unlock(), lock.lock();
  if (p) total += *p;
}

// Its destructor runs while the thread ends, which waits until the other has seen it.
struct Farewell {
  int words = 1;
  ~Farewell() {
    int* mine = &words;
    std::thread([mine] { ++*mine; }).join();
  }
};
thread_local Farewell farewell;

int main(int, char** argv) {
  if (!strcmp(argv[1], "of_main")) {
    publish(&hits);
    std::thread([] {
      std::thread([] { add_up(true); }).join();
    }).detach();
    pthread_exit(nullptr);
  }
  if (!strcmp(argv[1], "destroyed")) {
    std::thread([] { farewell.words++; }).join();
    return 0;
  }
  if (!strcmp(argv[1], "joined")) {
    int* p = nullptr;
    std::thread([&] { p = &hits; }).join();
    *p = 1;
    return 0;
  }
  bool late = !strcmp(argv[1], "late");
  std::thread counts(count), adds(add_up, late);
  counts.join();
  adds.join();
}
// COVERS: races/lifetimes races/memory_errors
