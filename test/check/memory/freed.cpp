// What was freed, what lies beside a block, and what no thread owns any more: each is told where it is touched.
// RUN: %build && %verdict memory --message 'read of freed memory' -- %t read_freed
// The thread that freed it has used as much memory again since, and the reader comes later in every schedule.
// RUN: %verdict memory --message 'write to freed memory' -- %t used_again
// RUN: %verdict memory --message 'double free' -- %t freed_twice
// RUN: %verdict memory --message 'free of an address inside a heap block' -- %t freed_inside
// RUN: %verdict memory --message 'free of what is no heap block' -- %t freed_global
// RUN: %verdict memory --message 'free of what is no heap block' -- %t freed_local
// RUN: %verdict memory --message 'read beyond a heap block' -- %t beyond
// RUN: %verdict memory --message 'write beyond a heap block' -- %t far_beyond
// RUN: %verdict memory --message 'read before a heap block' -- %t before
// RUN: %verdict memory --message 'stack of a thread that has ended' -- %t ended
// RUN: %verdict memory --message 'stack frame that was left' -- %t left
// The same, right.
// RUN: %verdict ok --races -- %t right
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>

std::mutex m;
int* shared;
int value;

template <class A, class B>
void both(A a, B b) {
  std::thread first(a), second(b);
  first.join();
  second.join();
}

void read_freed() {
  shared = new int(1);
  both([] { std::lock_guard lock(m); delete shared; }, [] { std::lock_guard lock(m); value = *shared; });
}

void used_again() {
  shared = new int(1);
  std::thread other([] {
    delete shared;
    for (int i = 0; i < 3; i++) {
      std::lock_guard lock(m);
      int* volatile fresh = new int(i);
      value += *fresh;
      if (i) delete fresh;
    }
  });
  other.join();
  *shared = 2;
}

void freed_twice() {
  shared = new int(1);
  both([] { std::lock_guard lock(m); delete shared; }, [] { std::lock_guard lock(m); delete shared; });
}

int numbers[8];
int* volatile pointer;

void freed_inside() {
  both([] { pointer = static_cast<int*>(std::malloc(64)); std::free(pointer + 4); }, [] {});
}
void freed_global() { both([] { pointer = numbers + 2; std::free(pointer); }, [] {}); }
void freed_local() {
  both([] { int local[4] = {}; pointer = local; std::free(pointer); }, [] {});
}
void beyond() { both([] { pointer = new int[4](); value = pointer[4]; }, [] {}); }
void far_beyond() { both([] { pointer = new int[10](); pointer[13] = 1; }, [] {}); }
void before() { both([] { pointer = static_cast<int*>(std::aligned_alloc(64, 64)); value = pointer[-2]; }, [] {}); }

void ended() {
  both([] { int local = 1; std::lock_guard lock(m); pointer = &local; },
       [] { std::lock_guard lock(m); if (pointer) value = *pointer; });
}

// Deeper than what its caller does afterwards.
[[gnu::noinline]] void publish() {
  int local[10000] = {1};
  pointer = local;
}
void left() {
  std::mutex gate;
  gate.lock();
  std::thread other([&] { std::lock_guard lock(gate); value = *pointer; });
  publish();
  gate.unlock();
  other.join();
}

void right() {
  shared = new int(1);
  both([] { std::lock_guard lock(m); if (shared) *shared += 1; },
       [] { std::lock_guard lock(m); delete shared; shared = nullptr; });
  auto* text = static_cast<char*>(std::malloc(6));
  both([=] { std::strcpy(text, "abcde"); value = text[5]; }, [] {});
  text = static_cast<char*>(std::realloc(text, 100));
  text[99] = 1;
  std::printf("%s\n", text);
  std::free(text);
}

int main(int, char** argv) {
  const std::map<std::string_view, void (*)()> cases{
      {"read_freed", read_freed}, {"used_again", used_again}, {"freed_twice", freed_twice}, {"freed_inside", freed_inside},
      {"freed_global", freed_global}, {"freed_local", freed_local}, {"beyond", beyond}, {"far_beyond", far_beyond},
      {"before", before}, {"ended", ended}, {"left", left}, {"right", right}};
  cases.at(argv[1])();
}
// COVERS: races/memory_errors heap/arena
