#include "report/block_log.h"

#include "world/current.h"
#include "world/events.h"
#include "world/run_records.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr unsigned most_stories =
    1 << 16;  // a power of two; of blocks beyond, the older are forgotten

struct Story {
  uintptr_t room;
  uintptr_t begin;  // of the block, when it was freed
  size_t size;
  Place allocated, freed;
  uint16_t allocated_by, freed_by;
};

Story* stories;

Story& story_of(uintptr_t room) {
  if (!stories) stories = static_cast<Story*>(checker_memory(most_stories * sizeof(Story)));
  Story& story = stories[room * 0x9e3779b97f4a7c15u >> 48];
  if (story.room != room) story = {room, 0, 0, {}, {}, nobody, nobody};
  return story;
}

}  // namespace

void log_birth(uintptr_t room) {
  if (!checker.is_replay) return;
  story_of(room) = {room, 0, 0, current_thread().place, {}, current_thread().number, nobody};
}

void log_death(const BlockExtent& block) {
  if (!checker.is_replay) return;
  Story& story = story_of(block.room);
  story.begin = block.begin;
  story.size = block.size;
  story.freed = current_thread().place;
  story.freed_by = current_thread().number;
}

BlockRecord tell_block(uintptr_t address) {
  BlockRecord record;
  if (!in_heap(address)) return record;
  Block block = block_near(address);
  record.begin = block.begin;
  record.size = block.size;
  if (!checker.is_replay || !block.begin) return record;
  const Story& story = story_of(block.room);
  if (block.life == Life::freed && story.begin) {
    record.begin = story.begin;
    record.size = story.size;
  }
  record.allocated = site_of(story.allocated);
  record.freed = site_of(story.freed);
  record.allocated_by = story.allocated_by;
  record.freed_by = story.freed_by;
  return record;
}

}  // namespace omc
