#include "world/current.h"

#include "platform/assert.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {

bool any_other_alive(const Thread& thread) {
  for (unsigned i = 0; i < world().thread_count; i++)
    if (!world().threads[i].ended && !world().threads[i].is_timer && &world().threads[i] != &thread)
      return true;
  return false;
}

bool comes_last(const Thread& thread) {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count; i++) {
    const Thread& other = w.threads[i];
    if (&other != &thread && !(other.ended && other.joined)) return false;
  }
  return true;
}

Thread* thread_in_slot(unsigned slot) {
  for (unsigned i = 0; i < world().thread_count; i++)
    if (world().threads[i].slot == slot) return &world().threads[i];
  return nullptr;
}

Thread* thread_of(uintptr_t id) {
  for (unsigned i = world().thread_count; i-- > 0;)
    if (world().threads[i].id == id) return &world().threads[i];
  return nullptr;
}

Thread* thread_numbered(unsigned number) {
  World& w = world();
  if (number < w.thread_count && w.threads[number].number == number) return &w.threads[number];
  for (unsigned i = 0; i < w.thread_count; i++)
    if (w.threads[i].number == number) return &w.threads[i];
  OMC_ASSERT(false);
  return nullptr;
}

}  // namespace omc
