#include "snapshot/page_copies.h"

#include <cstddef>

#include <cstring>

#include "platform/address_space.h"
#include "platform/assert.h"
#include "snapshot/timestamps.h"

namespace omc {
namespace {

// Size classes: multiples of 64 bytes up to 8 KiB, then powers of two.
constexpr size_t step = 64, small = 8192;
constexpr unsigned small_classes = small / step + 1, classes = small_classes + 40;
constexpr size_t chunk = size_t{4} << 20;

struct FreeBlock {
  FreeBlock* next;
};
FreeBlock* free_blocks[classes];
char* chunk_next;
char* chunk_end;
size_t in_use;

unsigned class_of(size_t n) {
  if (n <= small) return static_cast<unsigned>((n + step - 1) / step);
  return small_classes + 64 - static_cast<unsigned>(__builtin_clzll((n - 1) / small));
}

size_t class_size(unsigned c) {
  return c < small_classes ? c * step : small << (c - small_classes);
}

void* allocate_fresh(size_t n) {
  if (n > chunk / 4) return checker_memory(n);
  if (static_cast<size_t>(chunk_end - chunk_next) < n) {
    chunk_next = static_cast<char*>(checker_memory(chunk));
    chunk_end = chunk_next + chunk;
  }
  void* p = chunk_next;
  chunk_next += n;
  return p;
}

void* allocate(size_t n) {
  unsigned c = class_of(n);
  size_t size = class_size(c);
  OMC_ASSERT(size >= n);
  in_use += size;
  FreeBlock* block = free_blocks[c];
  if (!block) return allocate_fresh(size);
  free_blocks[c] = block->next;
  return block;
}

void give_back(void* p, size_t n) {
  unsigned c = class_of(n);
  in_use -= class_size(c);
  auto* block = static_cast<FreeBlock*>(p);
  block->next = free_blocks[c];
  free_blocks[c] = block;
}

void fill(PageCopy& copy, const void* p, size_t n, uint64_t seed) {
  memcpy(copy.bytes, p, n);
  static uint64_t serial;
  copy.digest = seed == serial_seed ? Digest{++serial, 0} : digest_of(copy.bytes, n, seed);
  copy.timestamps = Timestamps::unknown;
}

}  // namespace

PageCopy* make_copy(const void* p, size_t n, uint64_t seed) {
  auto* copy = static_cast<PageCopy*>(allocate(offsetof(PageCopy, bytes) + n));
  copy->references = 1;
  copy->length = static_cast<uint32_t>(n);
  copy->seed = seed;
  fill(*copy, p, n, seed);
  return copy;
}

void release_copy(PageCopy* copy) {
  if (copy && --copy->references == 0) give_back(copy, offsetof(PageCopy, bytes) + copy->length);
}

PageCopy* update_copy(PageCopy* copy, const void* p, size_t n, uint64_t seed) {
  if (!copy) return make_copy(p, n, seed);
  if (copy->length == n && copy->seed == seed) {
    if (!memcmp(copy->bytes, p, n)) return copy;
    if (copy->references == 1) return fill(*copy, p, n, seed), copy;
  }
  PageCopy* fresh = make_copy(p, n, seed);
  release_copy(copy);
  return fresh;
}

Digest timestamp_shift(const PageCopy& copy, int64_t now) {
  Digest difference;
  if (!now) return difference;
  if (copy.timestamps == Timestamps::unknown)
    copy.timestamps = has_timestamps(copy.bytes, copy.length) ? Timestamps::some : Timestamps::none;
  if (copy.timestamps == Timestamps::none) return difference;
  difference = shifted_digest(copy.bytes, copy.length, copy.seed, now);
  difference -= copy.digest;
  return difference;
}

size_t copied_bytes() { return in_use; }

void* allocate_record(size_t n) {
  void* p = allocate(n);
  memset(p, 0, n);
  return p;
}

void free_record(void* p, size_t n) { give_back(p, n); }

}  // namespace omc
