// malloc and its relatives. Dormant, everything is forwarded to the C library; blocks know by their address whose they are.
#include <errno.h>
#include <stddef.h>

#include <cstring>

#include "families.h"
#include "heap.h"
#include "libc_heap.h"
#include "scheduler.h"

using namespace omc;

#pragma GCC visibility push(default)
extern "C" {

size_t malloc_usable_size(void* p);

void* malloc(size_t size) { return inside() ? made_by_malloc(allocate(size), __builtin_return_address(0)) : __libc_malloc(size); }

void free(void* p) {
  if (!p) return;
  if (!inside()) return is_block(p) ? void() : __libc_free(p);
  give_back(p, __builtin_return_address(0));
  leave_no_traces();
}

void* calloc(size_t n, size_t size) {
  if (!inside()) return __libc_calloc(n, size);
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) return errno = ENOMEM, nullptr;
  return made_by_malloc(allocate(bytes), __builtin_return_address(0));
}

void* realloc(void* p, size_t size) {
  if (!p) return malloc(size);
  if (!is_block(p)) return __libc_realloc(p, size);
  if (!inside()) {
    void* fresh = __libc_malloc(size);
    size_t old = malloc_usable_size(p);
    if (fresh) memcpy(fresh, p, size < old ? size : old);
    return fresh;
  }
  if (!size) return free(p), nullptr;
  check_family(Family::malloc, p, __builtin_return_address(0));
  return made_by_malloc(reallocate(p, size, __builtin_return_address(0)), __builtin_return_address(0));
}

void* reallocarray(void* p, size_t n, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) return errno = ENOMEM, nullptr;
  return realloc(p, bytes);
}

void* memalign(size_t alignment, size_t size) {
  return inside() ? made_by_malloc(allocate(size, alignment), __builtin_return_address(0)) : __libc_memalign(alignment, size);
}

void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void** out, size_t alignment, size_t size) {
  if (alignment % sizeof(void*) || alignment & (alignment - 1) || !alignment) return EINVAL;
  int saved = errno;
  void* p = memalign(alignment, size);
  errno = saved;
  if (!p) return ENOMEM;
  *out = p;
  return 0;
}

void* valloc(size_t size) { return memalign(page_size, size); }
void* pvalloc(size_t size) { return memalign(page_size, round_up(size, page_size)); }

size_t malloc_usable_size(void* p) {
  if (!p) return 0;
  if (is_block(p)) return block_at(reinterpret_cast<uintptr_t>(p)).size;
  // The C library's own chunk header: the size, with three flags, before the block.
  size_t chunk = static_cast<size_t*>(p)[-1];
  return (chunk & ~size_t{7}) - (chunk & 2 ? 2 : 1) * sizeof(size_t);
}

}  // extern "C"
