// A variable is named by its debug information, a local by its frame, a block by who allocated it.
#include "explain/memory.h"

#include <algorithm>

#include <fmt/format.h>

#include "llvm/ADT/StringRef.h"
#include "platform/address_space.h"
#include "render/render.h"

namespace omc::driver {
namespace {

std::string bytes(uint64_t n) { return fmt::format("{} byte{}", n, n == 1 ? "" : "s"); }

// "byte 8 of a block of 24 bytes"
std::string part_of_block(const HeapBlock& block, uint64_t size) {
  std::string whole = "a block of " + bytes(block.size);
  if (!block.size && !block.allocated_by) return "a block of the heap";
  auto offset = static_cast<uint64_t>(block.offset);
  if (block.offset < 0) return fmt::format("{} before {}", bytes(0 - offset), whole);
  if (offset == block.size) return "just behind " + whole;
  if (offset > block.size)
    return fmt::format("{} behind the end of {}", bytes(offset - block.size), whole);
  if (!offset && size == block.size) return whole;
  return size > 1 ? fmt::format("bytes {} to {} of {}", offset, offset + size - 1, whole)
                  : fmt::format("byte {} of {}", offset, whole);
}

// " allocated by thread 0 at queue.c:12"
std::string done_by(const char* what, std::optional<unsigned> by, const Place& place) {
  if (!by) return {};
  return fmt::format(" {} by thread {}{}", what, *by,
                     place.line ? " at " + short_place(place) : "");
}

// Memory of one thread: a local or a thread-local variable.
std::string describe_owned(const OwnerRecord& owner, Replay& replay, const Run& found,
                           const Bug& bug) {
  std::string thread = thread_title(bug, owner.thread);
  if (!owner.is_local) {
    std::string name = replay.symbols.thread_local_at(owner.offset);
    return name.empty() ? "a thread-local variable of " + thread
                        : fmt::format("thread-local {} of {}", name, thread);
  }
  std::string file = owner.code.path ? at<char>(found, owner.code.path) : "";
  if (file.empty()) return "the stack of " + thread;
  Symbols::Local local = replay.symbols.local_at(file, owner.code.offset, owner.offset);
  if (!local.name.empty()) return fmt::format("local {} of {}", local.name, local.function);
  if (!local.function.empty())
    return fmt::format("a local variable of {} in {}", local.function, thread);
  return "a local variable of " + thread;
}

Memory memory_of(const BugRecord& record) { return {record.address, 0, {}, record.owner}; }

// Continues "thread 1". The runtime's text begins with what was done: "read of freed memory".
std::string verb_of(llvm::StringRef text) {
  if (text.starts_with("read")) return "reads";
  if (text.starts_with("write")) return "writes";
  if (text.starts_with("wait")) return "waits at";
  return "frees";
}

void add_place(const Place& place, Bug& bug) {
  if (place.line && std::find(bug.places.begin(), bug.places.end(), place) == bug.places.end())
    bug.places.push_back(place);
}

}  // namespace

std::string describe_memory(const Memory& memory, Replay& replay, const Run& found,
                            const Bug& bug) {
  Symbols& symbols = replay.symbols;
  std::string name;
  if (memory.data.path)
    name = symbols.object_in(at<char>(found, memory.data.path), memory.data.offset);
  if (name.empty()) name = symbols.given_name(memory.address);
  if (!name.empty()) return name;
  if (bug.block) {
    std::string part = part_of_block(*bug.block, memory.size);
    return part + done_by("allocated", bug.block->allocated_by, bug.block->allocated);
  }
  if (memory.owner.thread != nobody) return describe_owned(memory.owner, replay, found, bug);
  if (in_slots(memory.address)) return fmt::format("memory at {:#x}", memory.address);
  name = symbols.object(memory.address);
  return name.empty() ? fmt::format("{:#x}", memory.address) : name;
}

std::optional<HeapBlock> describe_block(Replay& replay, const Run& found, const BlockRecord& record,
                                        uint64_t address) {
  if (!record.begin) return std::nullopt;
  HeapBlock block;
  block.size = record.size;
  block.offset = static_cast<int64_t>(address - record.begin);
  auto describe = [&](uint16_t by, const Site& site, std::optional<unsigned>& thread, Place& place,
                      std::string& text) {
    if (by == nobody) return;
    thread = by;
    place = replay.symbols.place(found, site);
    text = llvm::StringRef(replay.statement(place)).trim().str();
  };
  describe(record.allocated_by, record.allocated, block.allocated_by, block.allocated,
           block.allocated_text);
  describe(record.freed_by, record.freed, block.freed_by, block.freed, block.freed_text);
  return block;
}

void describe_memory_error(Replay& replay, const Run& found, const BugRecord& record, Bug& bug) {
  std::string text = bug.message;
  bug.block = describe_block(replay, found, record.block, record.address);
  bug.variable = describe_memory(memory_of(record), replay, found, bug);
  bool freeing = verb_of(text) == "frees";
  std::string what = bug.variable;
  if (bug.block) {
    // The allocation has a line of its own; who freed the block belongs into the message.
    // An access is described by its first byte, unless a later byte is the wrong one.
    bool whole = freeing && !bug.block->offset;
    bool beyond = llvm::StringRef(text).contains("beyond");
    what = part_of_block(*bug.block, whole ? bug.block->size : beyond ? record.size : 0);
  }
  std::string statement = replay.statement(bug.place);
  bug.accesses.push_back(fmt::format("{} {} {} at {}: {}", thread_title(bug, bug.thread),
                                     verb_of(text), what, short_place(bug.place),
                                     llvm::StringRef(statement).trim().str()));
  std::string freed = bug.block ? done_by("freed", bug.block->freed_by, bug.block->freed) : "";
  bug.message = fmt::format("{}: {}{}", text, what, freed.empty() ? "" : "," + freed);
  if (!bug.block) return;
  add_place(bug.block->allocated, bug);
  add_place(bug.block->freed, bug);
}

}  // namespace omc::driver
