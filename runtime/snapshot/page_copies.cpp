#include "snapshot/page_copies.h"

#include <cstddef>

#include <cstring>

#include "platform/address_space.h"
#include "platform/assert.h"
#include "snapshot/timestamps.h"

namespace omc {
namespace {

// Free rooms by size: in steps of 64 bytes up to 8 KiB, above that by powers of two.
constexpr size_t step = 64, small = 8192;
constexpr unsigned small_classes = small / step + 1, classes = small_classes + 40;
constexpr size_t chunk = size_t{4} << 20;

struct Room {
  Room* next;
};
Room* free_rooms[classes];
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

void* take_fresh(size_t n) {
  if (n > chunk / 4) return checker_memory(n);
  if (static_cast<size_t>(chunk_end - chunk_next) < n) {
    chunk_next = static_cast<char*>(checker_memory(chunk));
    chunk_end = chunk_next + chunk;
  }
  void* p = chunk_next;
  chunk_next += n;
  return p;
}

void* take(size_t n) {
  unsigned c = class_of(n);
  size_t size = class_size(c);
  OMC_ASSERT(size >= n);
  in_use += size;
  Room* room = free_rooms[c];
  if (!room) return take_fresh(size);
  free_rooms[c] = room->next;
  return room;
}

void give_back(void* p, size_t n) {
  unsigned c = class_of(n);
  in_use -= class_size(c);
  auto* room = static_cast<Room*>(p);
  room->next = free_rooms[c];
  free_rooms[c] = room;
}

void fill(Kept& kept, const void* p, size_t n, uint64_t seed) {
  memcpy(kept.bytes, p, n);
  kept.digest = digest_of(kept.bytes, n, seed);
  kept.moments = 0;
}

}  // namespace

Kept* keep(const void* p, size_t n, uint64_t seed) {
  auto* kept = static_cast<Kept*>(take(offsetof(Kept, bytes) + n));
  kept->references = 1;
  kept->length = static_cast<uint32_t>(n);
  kept->seed = seed;
  fill(*kept, p, n, seed);
  return kept;
}

void release(Kept* kept) {
  if (kept && --kept->references == 0) give_back(kept, offsetof(Kept, bytes) + kept->length);
}

Kept* renew(Kept* kept, const void* p, size_t n, uint64_t seed) {
  if (!kept) return keep(p, n, seed);
  if (kept->length == n && kept->seed == seed) {
    if (!memcmp(kept->bytes, p, n)) return kept;
    if (kept->references == 1) return fill(*kept, p, n, seed), kept;
  }
  Kept* fresh = keep(p, n, seed);
  release(kept);
  return fresh;
}

Digest shift(const Kept& kept, int64_t now) {
  Digest difference;
  if (!now) return difference;
  if (!kept.moments) kept.moments = has_moments(kept.bytes, kept.length) ? 2 : 1;
  if (kept.moments == 1) return difference;
  difference = shifted_digest(kept.bytes, kept.length, kept.seed, now);
  difference -= kept.digest;
  return difference;
}

size_t kept_bytes() { return in_use; }

void* keep_room(size_t n) {
  void* p = take(n);
  memset(p, 0, n);
  return p;
}

void release_room(void* p, size_t n) { give_back(p, n); }

}  // namespace omc
