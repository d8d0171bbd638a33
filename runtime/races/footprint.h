// The accesses of a step: what the compiler says that the running thread reads and writes, from the
// beginning of its step to the first synchronisation in it. Kept outside of what goes back, and
// forgotten when the next step begins.
#pragma once

#include "world/access.h"
#include "world/thread.h"

namespace omc {

// Eight bytes of memory: which of them were touched, and where in the program.
struct Touched {
  uintptr_t granule;
  uint8_t masks[access_kinds];
  uint32_t moment;  // index in the list of moments
  uintptr_t pcs[access_kinds];
  uint64_t next;  // of the same granule, in another statement: index + 1
};

// When a step touched something: in which statement, and how many choices of the same thread later
// than its first.
struct Moment {
  Place place;
  uint64_t later;
};

// Before the first step.
void open_accesses();

void note_access(const void* p, size_t n, AccessKind kind, const void* pc);
// True when the step has made this very access before, so that nothing new can be said about it:
// most of what a loop in a library does. False the first time. At most 16 bytes.
bool is_repeated(const void* p, size_t n, AccessKind kind);
// A block was given back or shortened: the same access may be another thing now.
void forget_repeated();

constexpr unsigned most_touched = 1 << 22;  // of one step

// What the step has touched there first, or null, and then.
const Touched* touched_at(uintptr_t granule);
const Touched* touched_next(const Touched& before);
// A step begins.
void forget_accesses();
const Touched* touched();
unsigned touched_count();
const Moment* moments();
unsigned moment_count();

}  // namespace omc
