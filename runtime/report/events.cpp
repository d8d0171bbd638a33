// Calls the listeners of events (world/events.h).
#include "world/events.h"
#include "races/access_history.h"
#include "races/external_libraries.h"
#include "races/footprint.h"
#include "races/happens_before.h"
#include "races/memory_model/sc_order.h"
#include "races/memory_model/stores.h"
#include "report/block_log.h"
#include "report/replay_trace.h"
#include "sharing/private_cache.h"
#include "sync/abandoned_locks.h"
#include "world/assumptions.h"
#include "world/thread.h"

namespace omc {

void happened(Op op, const void* object, uint64_t value) {
  if (follows_clocks())
    advance_clocks(op, object, value);
  else if (is_failed_try(op, value))
    refute(Assumption::strong_orders);
  record_event(op, object, value);
}

void happened_unordered(Op op, const void* object, uint64_t value) {
  record_event(op, object, value);
}

void accesses_value(const void* p, size_t n, bool is_write) { record_value(p, n, is_write); }

void accesses_stale_value(const void* p, size_t n, const StaleAccess& access) {
  record_stale_value(p, n, access);
}

void thread_created(Thread& thread) {
  begin_in_library(thread, reinterpret_cast<uintptr_t>(thread.entry));
  fork_clock(thread);
}

void thread_ends(Thread& thread) { abandon_locks(thread); }

void block_born(uintptr_t room) { log_birth(room); }

void block_died(const BlockExtent& block) {
  log_death(block);
  forget_clocks(block.begin, block.size);
  if (keeps_stores()) {
    forget_ordered_objects(block.begin, block.size);
    forget_stores(block.begin, block.size);
  }
  forget_history(block.begin, block.size);
  forget_repeated_accesses();
  evict_block(block.begin, block.size);
}

}  // namespace omc
