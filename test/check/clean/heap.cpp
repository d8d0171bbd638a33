// Every way to allocate: the same addresses in every schedule for each thread, aligned as asked, zeroed when fresh, kept
// by realloc; so all interleavings end in one outcome, and the searches meet in the same states.
// RUN: %build && %verdict ok --races --outcomes '1' -- %t
#include <malloc.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <thread>

std::atomic<int> wrong;

void expect(bool holds) { if (!holds) wrong++; }

bool is_aligned(const void* p, size_t to) { return reinterpret_cast<uintptr_t>(p) % to == 0; }

volatile size_t too_much = SIZE_MAX / 2;

struct alignas(256) Wide { char bytes[256]; };

uintptr_t allocate() {
  uintptr_t sum = 0;
  auto* grown = static_cast<char*>(std::malloc(10));
  std::strcpy(grown, "kept");
  grown = static_cast<char*>(std::realloc(grown, 100000));
  expect(!std::strcmp(grown, "kept") && malloc_usable_size(grown) >= 100000);
  auto* zeroes = static_cast<int*>(std::calloc(100, sizeof(int)));
  expect(zeroes[99] == 0);
  auto* huge = static_cast<char*>(std::malloc(size_t{1} << 30));
  expect(huge[(size_t{1} << 30) - 1] == 0);
  auto* wide = new Wide;
  expect(is_aligned(wide, 256));
  void* page = std::aligned_alloc(4096, 8192);
  expect(is_aligned(page, 4096));
  void* posix = nullptr;
  expect(!posix_memalign(&posix, 64, 100) && is_aligned(posix, 64));
  auto* sized = static_cast<int*>(::operator new(40, std::align_val_t{32}));
  // Volatile: the compiler takes for granted that an allocation succeeds.
  void *volatile none = std::malloc(too_much), *volatile nothing = std::calloc(too_much, 4);
  expect(is_aligned(sized, 32) && !none && !nothing);
  for (void* p : {static_cast<void*>(grown), static_cast<void*>(zeroes), static_cast<void*>(huge), page, posix})
    sum += reinterpret_cast<uintptr_t>(p), std::free(p);
  delete wide;
  ::operator delete(sized, 40, std::align_val_t{32});
  return sum;
}

int main() {
  static uintptr_t sums[2];
  std::thread a([] { sums[0] = allocate(); }), b([] { sums[1] = allocate(); });
  a.join();
  b.join();
  std::printf("%d\n", sums[0] != sums[1] && !wrong);
}
// COVERS: heap/heap heap/arena libc/malloc libc/operator_new
