// malloc and its relatives. Dormant, each is forwarded to the one that the program has without omc;
// blocks know by their address whose they are.
#include <errno.h>
#include <stddef.h>

#include <bit>
#include <cstring>

#include "heap/heap.h"
#include "heap/system_heap.h"
#include "races/alloc_kinds.h"
#include "races/lifetimes.h"
#include "world/border.h"
#include "world/current.h"

using namespace omc;

namespace {

// As the C library takes an alignment that is no power of two.
size_t as_power_of_two(size_t alignment) {
  if (alignment <= heap_alignment) return heap_alignment;
  return alignment > heap_size ? alignment
                               : std::bit_ceil(alignment);  // of the former there is none
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

size_t malloc_usable_size(void* p);

void* malloc(size_t size) {
  return inside() ? made_by_malloc(allocate(size), __builtin_return_address(0))
                  : real_heap().malloc(size);
}

void free(void* p) {
  if (!p) return;
  if (!inside()) return is_block(p) ? void() : real_heap().free(p);
  give_back(p, __builtin_return_address(0));
  leave_no_traces();
}

void* calloc(size_t n, size_t size) {
  if (!inside()) return real_heap().calloc(n, size);
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) return errno = ENOMEM, nullptr;
  return made_by_malloc(allocate(bytes), __builtin_return_address(0));
}

void* realloc(void* p, size_t size) {
  if (!p) return malloc(size);
  if (!is_block(p)) return real_heap().realloc(p, size);
  if (!inside()) {
    void* fresh = real_heap().malloc(size);
    size_t old = malloc_usable_size(p);
    if (fresh) memcpy(fresh, p, size < old ? size : old);
    return fresh;
  }
  if (!size) return free(p), nullptr;
  check_family(Family::malloc, p, __builtin_return_address(0));
  return made_by_malloc(reallocate(p, size, __builtin_return_address(0)),
                        __builtin_return_address(0));
}

void* reallocarray(void* p, size_t n, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) return errno = ENOMEM, nullptr;
  return realloc(p, bytes);
}

void* memalign(size_t alignment, size_t size) {
  return inside() ? made_by_malloc(allocate(size, as_power_of_two(alignment)),
                                   __builtin_return_address(0))
                  : real_heap().memalign(alignment, size);
}

void* aligned_alloc(size_t alignment, size_t size) {
  return inside() ? made_by_malloc(allocate(size, as_power_of_two(alignment)),
                                   __builtin_return_address(0))
                  : real_heap().aligned_alloc(alignment, size);
}

int posix_memalign(void** out, size_t alignment, size_t size) {
  if (!inside()) return real_heap().posix_memalign(out, alignment, size);
  if (alignment % sizeof(void*) || alignment & (alignment - 1) || !alignment) return EINVAL;
  int saved = errno;
  void* p = made_by_malloc(allocate(size, alignment), __builtin_return_address(0));
  errno = saved;
  if (!p) return ENOMEM;
  *out = p;
  return 0;
}

void* valloc(size_t size) {
  return inside() ? made_by_malloc(allocate(size, page_size), __builtin_return_address(0))
                  : real_heap().valloc(size);
}

void* pvalloc(size_t size) {
  if (!inside()) return real_heap().pvalloc(size);
  return made_by_malloc(allocate(round_up(size, page_size), page_size),
                        __builtin_return_address(0));
}

size_t malloc_usable_size(void* p) {
  if (!p) return 0;
  return is_block(p) ? block_at(reinterpret_cast<uintptr_t>(p)).size
                     : real_heap().malloc_usable_size(p);
}

}  // extern "C"
