// malloc and its relatives: rows in libc/malloc.def. The address of a block says whose it is,
// libomc's or the program's own heap's.
#include <errno.h>
#include <stddef.h>

#include <bit>
#include <cstring>

#include "heap/heap.h"
#include "heap/system_heap.h"
#include "libc/interpose.h"
#include "libc/rows_as_next.h"
#include "races/alloc_kinds.h"
#include "races/lifetimes.h"
#include "sharing/instrumented_code.h"
#include "world/border.h"
#include "world/current.h"

namespace omc {

#include "libc/malloc.def"

namespace {

// The C library rounds up an alignment that is not a power of two. A block with an alignment larger
// than the heap does not exist.
size_t as_power_of_two(size_t alignment) {
  if (alignment <= heap_alignment) return heap_alignment;
  return alignment > heap_size ? alignment : std::bit_ceil(alignment);
}

void announce(const void* pc) {
  if (is_instrumented(reinterpret_cast<uintptr_t>(pc))) announce_allocation();
}

void* allocate_here(size_t size, const void* pc) {
  announce(pc);
  return allocated_by_malloc(allocate_unset(size), pc);
}

void* allocate_aligned(size_t alignment, size_t size, const void* pc) {
  announce(pc);
  return allocated_by_malloc(allocate_unset(size, as_power_of_two(alignment)), pc);
}

void* allocate_array(size_t n, size_t size, const void* pc) {
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) return errno = ENOMEM, nullptr;
  announce(pc);
  return allocated_by_malloc(allocate(bytes), pc);
}

int allocate_to(void** out, size_t alignment, size_t size, const void* pc) {
  if (alignment % sizeof(void*) || alignment & (alignment - 1) || !alignment) return EINVAL;
  int saved = errno;
  announce(pc);
  void* p = allocated_by_malloc(allocate_unset(size, alignment), pc);
  errno = saved;
  if (!p) return ENOMEM;
  *out = p;
  return 0;
}

[[gnu::always_inline]] inline void free_block(void* p, const void* pc) {
  if (!p) return;
  if (!entered()) return is_block(p) ? void() : system_heap().free(p);
  free_checked(p, pc);
  leave_no_traces();
}

size_t usable_size(void* p) {
  if (!p) return 0;
  return is_block(p) ? block_at(reinterpret_cast<uintptr_t>(p)).size
                     : system_heap().malloc_usable_size(p);
}

void* resize_block(void* p, size_t size, const void* pc) {
  if (!p && entered()) return allocated_by_malloc(allocate_unset(size), pc);
  if (!p || !is_block(p)) return system_heap().realloc(p, size);
  if (!entered()) {
    void* fresh = system_heap().malloc(size);
    size_t old = usable_size(p);
    if (fresh) memcpy(fresh, p, size < old ? size : old);
    return fresh;
  }
  if (!size) return free_block(p, pc), nullptr;
  check_alloc_kind(AllocKind::malloc, p, pc);
  return allocated_by_malloc(reallocate(p, size, pc), pc);
}

void* resize_array(void* p, size_t n, size_t size, const void* pc) {
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) return errno = ENOMEM, nullptr;
  return resize_block(p, bytes, pc);
}

}  // namespace

#include "libc/rows_as_functions.h"

#include "libc/malloc.def"

}  // namespace omc
