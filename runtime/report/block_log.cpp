#include "report/block_log.h"

#include "world/current.h"
#include "world/events.h"
#include "world/run_records.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr unsigned max_logged_blocks =
    1 << 16;  // a power of two; of blocks beyond, the older are forgotten

struct LoggedBlock {
  uintptr_t room;
  uintptr_t begin;  // of the block, when it was freed
  size_t size;
  Place allocated, freed;
  uint16_t allocated_by, freed_by;
};

LoggedBlock* logged_blocks;

LoggedBlock& logged_block(uintptr_t room) {
  if (!logged_blocks)
    logged_blocks =
        static_cast<LoggedBlock*>(checker_memory(max_logged_blocks * sizeof(LoggedBlock)));
  LoggedBlock& logged = logged_blocks[room * 0x9e3779b97f4a7c15u >> 48];
  if (logged.room != room) logged = {room, 0, 0, {}, {}, nobody, nobody};
  return logged;
}

}  // namespace

void log_birth(uintptr_t room) {
  if (!checker.is_replay) return;
  logged_block(room) = {room, 0, 0, current_thread().place, {}, current_thread().number, nobody};
}

void log_death(const BlockExtent& block) {
  if (!checker.is_replay) return;
  LoggedBlock& logged = logged_block(block.room);
  logged.begin = block.begin;
  logged.size = block.size;
  logged.freed = current_thread().place;
  logged.freed_by = current_thread().number;
}

BlockRecord block_record_of(uintptr_t address) {
  BlockRecord record;
  if (!in_heap(address)) return record;
  Block block = block_near(address);
  record.begin = block.begin;
  record.size = block.size;
  if (!checker.is_replay || !block.begin) return record;
  const LoggedBlock& logged = logged_block(block.room);
  if (block.life == Life::freed && logged.begin) {
    record.begin = logged.begin;
    record.size = logged.size;
  }
  record.allocated = site_of(logged.allocated);
  record.freed = site_of(logged.freed);
  record.allocated_by = logged.allocated_by;
  record.freed_by = logged.freed_by;
  return record;
}

}  // namespace omc
