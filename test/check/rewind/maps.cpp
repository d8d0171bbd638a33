// The map of memory goes back with the rest: what is mapped, moved, protected, emptied, unmapped, loaded and
// unloaded while threads run is so in that schedule alone.
// RUN: %clangxx -std=c++20 -g -shared -fPIC %S/Inputs/counter_library.cpp -o %t.so
// RUN: %build && %verdict ok --outcomes '0_102002 3_102002 4_102002' --count states=431 -- --granularity statement %t mapped %t.so
// RUN: %verdict ok --outcomes '112002_102002 102002_112002' -- %t loaded %t.so
// RUN: %verdict ok --outcomes '1_2 2_1' -- --granularity statement %t text %t.so
// RUN: %verdict ok --outcomes '1 2' -- --granularity statement %t segment %t.so
// RUN: %verdict crash -- %t forbidden %t.so
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <thread>

namespace {

int x;
const char* library;
constexpr size_t page = 4096;

void* map(size_t bytes) {
  return mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

int call_library(void* handle) { return reinterpret_cast<int (*)()>(dlsym(handle, "next_number"))(); }

// Loads the library, uses it and unloads it again.
int use_library() {
  void* handle = dlopen(library, RTLD_NOW);
  int n = call_library(handle);
  dlclose(handle);
  return n;
}

void mapped() {
  int number = 0;
  std::thread a([] {
    auto* p = static_cast<int*>(map(2 * page));
    p[0] += 1;
    x += p[0];
    mprotect(p, 2 * page, PROT_READ);
    p = static_cast<int*>(mremap(p, 2 * page, 8 * page, MREMAP_MAYMOVE));
    mprotect(p, page, PROT_READ | PROT_WRITE);
    x *= 2 * p[0];
    madvise(p, page, MADV_DONTNEED);
    x += p[0];
    munmap(p, 8 * page);
  });
  std::thread b([&] {
    x ^= 1;
    number = use_library();
  });
  a.join();
  b.join();
  std::printf("%d %d\n", x, number);
}

// Two threads use one library; each has its own thread-local variables of it.
void loaded() {
  void* handle = dlopen(library, RTLD_NOW);
  int here = 0, there = 0;
  std::thread a([&] { there = call_library(handle); });
  here = call_library(handle);
  a.join();
  std::printf("%d %d\n", here, there);
  dlclose(handle);
}

// Memory that was read-only in the beginning is written, and is as it was in the next schedule.
const volatile int constants[2 * page / sizeof(int)] = {7};
void text() {
  auto* begin = reinterpret_cast<char*>((reinterpret_cast<uintptr_t>(constants) + page - 1) / page * page);
  mprotect(begin, page, PROT_READ | PROT_WRITE);
  int* counter = reinterpret_cast<int*>(begin);
  int seen_a = 0, seen_b = 0;
  std::thread a([&] { seen_a = ++*counter; });
  std::thread b([&] { seen_b = ++*counter; });
  a.join();
  b.join();
  std::printf("%d %d\n", seen_a, seen_b);
}

// The data segment grows and shrinks; what it grows by is zero each time.
void segment() {
  int seen = 0;
  std::thread a([&] {
    auto* p = static_cast<char*>(sbrk(2 * page));
    seen += ++p[page];
    sbrk(-2 * static_cast<long>(page));
  });
  std::thread b([&] { seen = seen ? 2 : 0; });
  a.join();
  b.join();
  std::printf("%d\n", seen);
}

void forbidden() {
  auto* p = static_cast<int*>(map(page));
  p[0] = 1;
  std::thread a([&] { mprotect(p, page, PROT_READ); });
  a.join();
  p[0] = 2;  // <- crash
}

}  // namespace

int main(int, char** argv) {
  library = argv[2];
  if (!std::strcmp(argv[1], "mapped")) mapped();
  if (!std::strcmp(argv[1], "loaded")) loaded();
  if (!std::strcmp(argv[1], "text")) text();
  if (!std::strcmp(argv[1], "segment")) segment();
  if (!std::strcmp(argv[1], "forbidden")) forbidden();
}
// COVERS: snapshot/regions kernel/mappings snapshot/region_table
