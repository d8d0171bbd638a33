// The uses of the running step: the objects through which it can depend on steps of other threads,
// and whether it only looks at them, adds to them or changes them. Two steps are independent when
// all their uses of one object commute, as two looks do, and two additions whose results nobody
// reads: then neither enables or disables the other. The reduced search rests on this
// (search/branch.h).
//
// An object is four bytes of memory, or a part of the world that is one object to the search. A
// release of a lock is no use: it cannot be overtaken by what it enables. A lock that some thread
// tries is an exception (is_observed).
//
// Nothing here is rewound, since a step begins without uses.
#pragma once

#include <cstddef>
#include <cstdint>

#include "world/thread.h"

namespace omc {

constexpr uint64_t use_unit = 4;
// Objects that are no memory of the program. Memory has larger keys.
// `seq_cst`: the order of seq_cst operations (races/memory_model/sc_order.h).
enum class WorldObject : uint64_t { none, library, kernel, clock, semaphores, seq_cst, count };
constexpr uint64_t thread_objects = 0x1000;  // + slot

enum class UseKind : uint8_t { looks, adds, changes };
constexpr unsigned use_kinds = 3;
constexpr bool commute(UseKind a, UseKind b) { return a == b && a != UseKind::changes; }

struct Use {
  uint64_t object;
  UseKind kind;
};

constexpr unsigned most_uses = 4096;  // in one step

void clear_uses();
const Use* uses();
unsigned use_count();

void use_memory(const void* p, size_t n, UseKind kind);
inline void use_memory(const void* p, size_t n, bool changes) {
  use_memory(p, n, changes ? UseKind::changes : UseKind::looks);
}
// The others change the object.
void use_object(WorldObject object);
void use_thread(const Thread& thread);
void use_awaited(const Pending& pending);
// The object on which an operation acts, and for which it may wait.
uint64_t awaited_object(const Pending& pending);

}  // namespace omc
