// A use far behind the beginning of a large block counts as well as one there. And whoever still has the address of what was
// given to realloc has a bug, also where the C library would not have moved it.
// RUN: %build && %verdict memory --message 'read of freed memory' -- %t freed
// RUN: %verdict memory --message 'write to freed memory' -- %t moved
// RUN: %verdict memory --message 'write to freed memory' -- %t moved_a_little
// RUN: %expect-exit 1 %omc check --check data-race -o - %t at_once | grep 'byte 50000 of a block of 65536 bytes.* is written by'
// RUN: %verdict ok --races -- %t right
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

constexpr size_t large = 64 << 10, far = 50'000;
std::mutex m;
std::atomic<char*> shared;
char* items;

// The address is loaded in one step, and used in the next.
int freed() {
  shared = static_cast<char*>(calloc(1, large));
  std::thread other([] { free(shared.exchange(nullptr)); });
  int value = 0;
  if (char* mine = shared) value = mine[far];
  other.join();
  return value;
}

void use_while(size_t n, size_t at, void (*other)()) {
  items = static_cast<char*>(calloc(1, n));
  std::thread thread(other);
  m.lock();
  char* mine = items;
  m.unlock();
  m.lock();
  mine[at] = 1;
  m.unlock();
  thread.join();
}

template <size_t n>
void resize() {
  std::lock_guard lock(m);
  items = static_cast<char*>(realloc(items, n));
}

int at_once() {
  items = static_cast<char*>(calloc(1, large));
  std::thread reader([] { items[far] = 2; });
  free(items);
  reader.join();
  return 0;
}

// Each half is somebody's, and who gives it back comes after both.
int right() {
  items = static_cast<char*>(calloc(1, large));
  std::thread upper([] { items[far] = 2; });
  items[far / 2] = 1;
  upper.join();
  items = static_cast<char*>(realloc(items, large * 2));
  items[large * 2 - 1] = 0;
  int sum = items[far] + items[far / 2] + items[large * 2 - 1];
  free(items);
  return sum != 3;
}

int main(int, char** words) {
  const char* word = words[1];
  if (!strcmp(word, "freed")) return freed();
  if (!strcmp(word, "moved")) return use_while(large, far, resize<2 * large>), 0;
  if (!strcmp(word, "moved_a_little")) return use_while(28, 3, resize<30>), 0;
  if (!strcmp(word, "at_once")) return at_once();
  return right();
}
// COVERS: races/lifetimes heap/heap
