// Libraries without instrumentation may synchronise threads in ways that libomc cannot observe,
// such as the barriers of OpenMP. Where clocks are followed (races/happens_before.h), entering such
// a library releases and leaving one acquires. This may hide a race; it never invents one.
#pragma once

#include "world/access.h"
#include "world/thread.h"

namespace omc {

// Called once, before exploration begins.
void prepare_libraries();

// The current thread calls or returns into a library. A library that may synchronise makes this a
// synchronising operation.
void enter_library(const char* callee);
void enter_library(uintptr_t address);
// The same for inline assembly of the program that accesses memory, since it may implement a lock.
void enter_assembly();
// For a thread whose start function lies in a library.
void begin_in_library(Thread& thread, uintptr_t entry);
// The current thread has reached a statement.
void leave_library(Thread& thread);

// The kind that race detection uses for an access by the code at `pc`. A library may order its
// accesses in ways that libomc cannot observe. So two accesses of libraries are no race, while a
// race with the program's own access is one.
AccessKind race_kind(AccessKind kind, const void* pc);

// libomc replaces malloc and its relatives during exploration. A program may call other functions
// of its allocator (dallocx, mi_free, …), which then get blocks that they did not allocate. A
// crash there is not a bug of the program: the run is INCOMPLETE.
void check_allocator(uintptr_t failed_at);

}  // namespace omc
