// An address in words: which variable, which byte of which block of the heap, whose local. And the
// bugs of the kind `memory`.
#pragma once

#include <optional>
#include <string>

#include "explain/replay.h"
#include "report.h"

namespace omc::driver {

// A piece of memory, as far as it was recorded.
struct Memory {
  uint64_t address = 0;
  uint64_t size = 0;  // 0 when unknown
  FilePlace data;     // the address in a loaded file
  OwnerRecord owner;
};

// "queue.head"; "bytes 8 to 11 of a block of 24 bytes allocated by thread 0 at queue.c:12", when
// the bug has its block; "local total of main"; "a local variable of thread 1 (inc)";
// "thread-local depth of thread 1 (inc)".
std::string describe_memory(const Memory& memory, Replay& replay, const Run& found, const Bug& bug);

// The block of the heap that a bug about `address` is about, if there is one.
std::optional<HeapBlock> describe_block(Replay& replay, const Run& found, const BlockRecord& record,
                                        uint64_t address);

// Completes the message of a bug of the kind `memory`, and fills in places, accesses, variable and
// block.
void describe_memory_error(Replay& replay, const Run& found, const BugRecord& record, Bug& bug);

}  // namespace omc::driver
