#include "heap/system_heap.h"

#include "platform/next_definition.h"

namespace omc {

// Constant-initialised: the initialisation of libomc must not reset what an earlier call resolved.
constinit SystemHeap found_system_heap{};

namespace {

template <class F>
void find(F& function, const char* name) {
  function = reinterpret_cast<F>(find_loaded(name));
}

}  // namespace

const SystemHeap& find_system_heap() {
  SystemHeap heap{};
  find(heap.free, "free");
  find(heap.calloc, "calloc");
  find(heap.realloc, "realloc");
  find(heap.memalign, "memalign");
  find(heap.aligned_alloc, "aligned_alloc");
  find(heap.posix_memalign, "posix_memalign");
  find(heap.valloc, "valloc");
  find(heap.pvalloc, "pvalloc");
  find(heap.malloc_usable_size, "malloc_usable_size");
  find(heap.malloc, "malloc");
  return found_system_heap = heap;
}

}  // namespace omc
