#include "platform/address_space.h"

#include <sys/mman.h>

#include "platform/assert.h"
#include "platform/raw_syscall.h"

namespace omc {
namespace {

uintptr_t next = checker_begin;

}  // namespace

void* checker_memory(size_t bytes) {
  bytes = round_up(bytes, page_size);
  uintptr_t address = next;
  OMC_ASSERT(address + bytes < rewound_begin);
  OMC_ASSERT(map_at(address, bytes, PROT_READ | PROT_WRITE));
  next += bytes + page_size;
  return reinterpret_cast<void*>(address);
}

bool map_at(uintptr_t address, size_t bytes, int protection) {
  long mapped =
      raw_syscall(SYS_mmap, static_cast<long>(address), static_cast<long>(bytes), protection,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  return mapped == static_cast<long>(address);
}

}  // namespace omc
