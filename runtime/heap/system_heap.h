// The heap that the program has without omc: the C library's, or that of an allocator which stands
// before it, such as jemalloc.
#pragma once

#include <stddef.h>

namespace omc {

struct RealHeap {
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

// The loader asks for memory before this library is initialised, so it is looked for at the first
// call.
const RealHeap& find_real_heap();

extern RealHeap found_heap;
inline const RealHeap& real_heap() {
  return __builtin_expect(found_heap.malloc != nullptr, 1) ? found_heap : find_real_heap();
}

}  // namespace omc
