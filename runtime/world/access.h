// An access to memory, and granules: the units of eight bytes in which footprints, the map of
// shared memory and the access history are recorded.
#pragma once

#include <cstddef>
#include <cstdint>

namespace omc {

enum class AccessKind : uint8_t { read, write, atomic_read, atomic_write };
constexpr unsigned access_kinds = 4;
constexpr bool is_write(AccessKind kind) {
  return kind == AccessKind::write || kind == AccessKind::atomic_write;
}
constexpr bool is_atomic(AccessKind kind) {
  return kind == AccessKind::atomic_read || kind == AccessKind::atomic_write;
}
// Two such accesses to the same bytes are a data race, unless happens-before orders them.
constexpr bool conflict(AccessKind a, AccessKind b) {
  return (is_write(a) || is_write(b)) && !(is_atomic(a) && is_atomic(b));
}

// What an atomic operation does with the value.
enum class AtomicOp { load, store, update };

constexpr size_t granule_size = 8;
constexpr uintptr_t granule_of(uintptr_t address) { return address & ~(granule_size - 1); }
// The bytes of the granule that an access of n bytes at `address` covers.
constexpr uint8_t mask_of(uintptr_t granule, uintptr_t address, size_t n) {
  unsigned from = address > granule ? static_cast<unsigned>(address - granule) : 0;
  unsigned to = address + n < granule + granule_size ? static_cast<unsigned>(address + n - granule)
                                                     : granule_size;
  return static_cast<uint8_t>((1u << to) - (1u << from));
}

}  // namespace omc
