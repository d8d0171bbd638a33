#include "world/uses.h"

#include "world/assumptions.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr unsigned table_size = 4 * most_uses;  // a power of two

Use list[most_uses];
unsigned count;
// A hash table from objects to the list. Entries with an older stamp are empty.
struct UseSlot {
  uint32_t stamp, index;
};
UseSlot table[table_size];
uint32_t stamp = 1;

// Of several uses in one step, those of different kinds are a change.
void use(uint64_t object, UseKind kind) {
  auto place = static_cast<unsigned>(object * 0x9e3779b97f4a7c15u >> 40) % table_size;
  while (table[place].stamp == stamp) {
    Use& known = list[table[place].index];
    if (known.object == object) {
      if (known.kind != kind) known.kind = UseKind::changes;
      return;
    }
    place = (place + 1) % table_size;
  }
  if (count == most_uses) return refute(Assumption::recorded_uses);
  table[place] = {stamp, count};
  list[count++] = {object, kind};
}

bool is_followed() { return assumes(Assumption::recorded_uses) && world().thread_count > 1; }

uint64_t unit_of(const void* p) { return reinterpret_cast<uintptr_t>(p) & ~(use_unit - 1); }

uint64_t key_of(WorldObject object) { return static_cast<uint64_t>(object) * use_unit; }

}  // namespace

void clear_uses() {
  count = 0;
  stamp++;
}

const Use* uses() { return list; }
unsigned use_count() { return count; }

void use_memory(const void* p, size_t n, UseKind kind) {
  if (!is_followed()) return;
  uint64_t end = reinterpret_cast<uintptr_t>(p) + n;
  for (uint64_t unit = unit_of(p); unit < end; unit += use_unit) use(unit, kind);
}

void use_object(WorldObject object) {
  if (is_followed()) use(key_of(object), UseKind::changes);
}

void use_thread(const Thread& thread) {
  if (is_followed()) use(thread_objects + thread.slot * use_unit, UseKind::changes);
}

void use_awaited(const Pending& pending) {
  if (is_followed()) use(awaited_object(pending), UseKind::changes);
}

uint64_t awaited_object(const Pending& pending) {
  switch (operation(pending.op).object) {
    case Object::memory:
    case Object::waited:
      return unit_of(pending.object);
    case Object::index:
      return key_of(WorldObject::semaphores);
    default:
      return key_of(WorldObject::kernel);
  }
}

}  // namespace omc
