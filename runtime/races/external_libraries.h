// Libraries that are not instrumented may order threads by means of their own, such as the barriers
// of OpenMP, which nobody sees. Where orders are followed (races/happens_before.h), whatever a
// thread did before it went into such a library counts as ordered before what others do after they
// come out of one: a race may be missed there, and none is told that is none.
#pragma once

#include "world/access.h"
#include "world/thread.h"

namespace omc {

// Before anything is explored.
void prepare_libraries();

// The running thread goes from instrumented code into a library: by a call, or by a return. If it
// may order threads there, that is a point as any operation that synchronises is.
void enter_library(const char* callee);
void enter_library(uintptr_t address);
// The same for assembly of the program's own that may touch memory: it may be the instruction that
// a lock is made of.
void enter_assembly();
// A thread begins in what it was created with.
void begin_in_library(Thread& thread, uintptr_t entry);
// The running thread is at a statement.
void leave_library(Thread& thread);

// As which kind an access by the code at `pc` counts for data races. What a library does by itself
// it may order by means that cannot be detected: two of its accesses are no race; one of its and
// one of the program's are.
AccessKind as_seen(AccessKind kind, const void* pc);

// While a program is explored, malloc and its relatives are libomc's. An allocator whose other
// functions the program calls (dallocx, mi_free, …) gets blocks that it did not allocate. When it
// fails then, that is no bug of the program, and the run is INCOMPLETE.
void check_allocator(uintptr_t failed_at);

}  // namespace omc
