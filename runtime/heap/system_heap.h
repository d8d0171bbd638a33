// The heap that the program uses without omc: that of the C library, or of an allocator that
// replaces it, such as jemalloc.
#pragma once

#include <stddef.h>

namespace omc {

struct SystemHeap {
  void* (*malloc)(size_t);
  void (*free)(void*);
  void* (*calloc)(size_t, size_t);
  void* (*realloc)(void*, size_t);
  void* (*memalign)(size_t, size_t);
  void* (*aligned_alloc)(size_t, size_t);
  int (*posix_memalign)(void**, size_t, size_t);
  void* (*valloc)(size_t);
  void* (*pvalloc)(size_t);
  size_t (*malloc_usable_size)(void*);
};

// Resolved on first use, because the loader allocates before libomc is initialised.
const SystemHeap& find_system_heap();

extern SystemHeap found_system_heap;
inline const SystemHeap& system_heap() {
  return __builtin_expect(found_system_heap.malloc != nullptr, 1) ? found_system_heap
                                                                  : find_system_heap();
}

}  // namespace omc
