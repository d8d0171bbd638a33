// An address in words: which variable, which byte of which block of the heap, whose local. And a
// bug of the kind `memory` with them.
#pragma once

#include "debuginfo/source_text.h"
#include "debuginfo/symbolize.h"
#include "report.h"
#include "run/run.h"

namespace omc {

// What of the memory is meant, as far as it was recorded.
struct Memory {
  uint64_t address = 0;
  uint64_t size = 0;  // 0 when it is not known
  FilePlace data;     // the address in a loaded file
  OwnerRecord owner;
};

// "queue.head"; "bytes 8 to 11 of a block of 24 bytes allocated by thread 0 at queue.c:12", when
// the bug knows its block; "local total of main"; "a local variable of thread 1 (inc)";
// "thread-local depth of thread 1 (inc)".
std::string memory_words(const Memory& memory, const Run& found, const Bug& bug, Symbols& symbols);

// The block of a bug about `address`, if it is about one.
std::optional<HeapBlock> tell_block(const Run& found, const BlockRecord& record, uint64_t address,
                                    Symbols& symbols, SourceText& sources);

// Completes the message of a bug of the kind `memory`, and fills in places, accesses, variable and
// block.
void tell_memory(const Run& found, const BugRecord& record, Symbols& symbols, SourceText& sources,
                 Bug& bug);

}  // namespace omc
