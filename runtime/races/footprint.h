// The footprint of the running step: the bytes that it reads and writes, up to its first
// synchronisation. It is not rewound. Each step begins with an empty one.
#pragma once

#include "world/access.h"
#include "world/thread.h"

namespace omc {

// The accesses of one statement to eight bytes, by kind.
struct FootprintEntry {
  uintptr_t granule;
  uint8_t masks[access_kinds];
  uint32_t statement;  // index into footprint_statements()
  uintptr_t pcs[access_kinds];
  uint64_t next;  // the same granule in another statement: index + 1
};

// A statement of the step, and how many choices of the thread after the first it begins.
struct StepStatement {
  Place place;
  uint64_t later_choices;
};

void open_footprint();

void record_footprint(const void* p, size_t n, AccessKind kind, const void* pc);
// Of an atomic operation, whose use of memory its caller records.
void record_atomic_footprint(const void* p, size_t n, AccessKind kind, const void* pc);
// True when the step has made the same access before, so that recording it adds nothing. Saves most
// of the work of loops in libraries. At most 16 bytes.
bool is_repeated_access(const void* p, size_t n, AccessKind kind);
// A block was freed or shrunk, so the same access may now be an error.
void forget_repeated_accesses();

constexpr unsigned most_footprint_entries = 1 << 22;  // in one step

// The first entry of a granule, or null; the following ones.
const FootprintEntry* footprint_at(uintptr_t granule);
const FootprintEntry* footprint_next(const FootprintEntry& before);
void clear_footprint();
const FootprintEntry* footprint();
unsigned footprint_size();
const StepStatement* footprint_statements();
unsigned statement_count();

}  // namespace omc
