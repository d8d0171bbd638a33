// An allocator in a library that is not instrumented, such as tcmalloc: what one thread gives back and another is given is no
// race. Outside of omc check the program uses it.
// RUN: %clangxx -O1 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %omc-cxx -std=c++20 -O1 -g -pthread %s %t.so -o %t
// RUN: %t | grep -x 'its own: 1'
// RUN: %verdict ok --races -- %t
#ifdef LIBRARY

#include <cstddef>
#include <cstring>
#include <new>

// Blocks of one size, the last one first.
namespace {
constexpr size_t room = 4096, count = 4096;
alignas(64) char blocks[count][room];
size_t used;
struct Freed {
  Freed* next;
};
Freed* freed;
int taken;
struct Held {
  Held() { while (__atomic_exchange_n(&taken, 1, __ATOMIC_ACQUIRE)) {} }
  ~Held() { __atomic_store_n(&taken, 0, __ATOMIC_RELEASE); }
};
}  // namespace

extern "C" int is_its_own(void* p) { return p >= blocks && p < blocks + count; }

extern "C" void* malloc(size_t n) {
  if (n > room) return nullptr;
  Held held;
  void* p = freed ? freed : static_cast<void*>(blocks[used++]);
  if (freed) freed = freed->next;
  return p;
}
extern "C" void free(void* p) {
  if (!is_its_own(p)) return;
  Held held;
  freed = new (p) Freed{freed};
}
void* operator new(size_t n) { return malloc(n); }
void* operator new[](size_t n) { return malloc(n); }
void operator delete(void* p) noexcept { free(p); }
void operator delete[](void* p) noexcept { free(p); }
void operator delete(void* p, size_t) noexcept { free(p); }
void operator delete[](void* p, size_t) noexcept { free(p); }

#else

#include <cstdio>
#include <thread>

extern "C" int is_its_own(void* p);

// Each thread has blocks for itself alone.
void work() {
  for (int i = 0; i < 2; i++) {
    int* volatile mine = new int(i);
    ++*mine;
    delete mine;
  }
}

int main() {
  std::thread one(work), other(work);
  one.join();
  other.join();
  int* p = new int;
  std::printf("its own: %d\n", is_its_own(p));
  delete p;
}

#endif
// COVERS: heap/system_heap races/external_libraries
