#include "threads/debugger.h"

#include <cstring>

#include "threads/held_locks.h"
#include "threads/waiting.h"
#include "world/thread.h"

using namespace omc;

namespace {

constexpr unsigned most_threads = 64;  // that are described
constexpr uint16_t no_thread = 0xffff;

enum class DescribedState : uint16_t { ready, blocked, ended, running };

struct DescribedThread {
  uint16_t number, state;
  uint16_t holder;      // of what it waits for
  uint16_t held_count;  // of `held` and `kinds`
  uint32_t line, column;
  uint64_t file, pc, first_pc;  // of its statement, and in its function
  uint64_t sp;                  // rbp at +48, the return address at +56
  uint64_t object, value;       // blocked: of its operation
  uint64_t awaited, kind;       // the words for it (run/operations.def)
  char name[16];
  uint64_t held[max_held_locks];
};
static_assert(sizeof(DescribedThread) == 88 + 8 + 8 * max_held_locks);

struct Described {
  uint64_t step;
  uint32_t thread_count, is_end;
  DescribedThread threads[most_threads];
};

uint64_t address_of(const void* p) { return reinterpret_cast<uint64_t>(p); }

DescribedState state_of(const Thread& thread) {
  if (thread.ended || (thread.is_timer && !is_enabled(thread))) return DescribedState::ended;
  if (world().current == &thread) return DescribedState::running;
  return is_enabled(thread) ? DescribedState::ready : DescribedState::blocked;
}

void describe(const Thread& thread, DescribedThread& out) {
  memset(&out, 0, sizeof out);
  DescribedState state = state_of(thread);
  out.number = thread.number;
  out.state = static_cast<uint16_t>(state);
  out.holder = no_thread;
  out.line = thread.place.line;
  out.column = thread.place.column;
  out.file = address_of(thread.place.file);
  out.pc = address_of(thread.place.pc);
  out.first_pc = address_of(thread.first_place.pc);
  out.sp = address_of(thread.sp);
  if (thread.is_named) memcpy(out.name, thread.name, sizeof out.name);
  for (unsigned i = 0; i < held_lock_count(thread); i++)
    out.held[out.held_count++] = address_of(held_lock(thread, i).lock);
  if (state != DescribedState::blocked) return;
  const Operation& row = operation(thread.pending.op);
  out.object = address_of(thread.pending.object);
  out.value = thread.pending.value;
  out.awaited = address_of(row.awaited);
  out.kind = address_of(row.kind);
  const Waiting* waiting = thread.pending.waiting;
  const Thread* holder = waiting && waiting->holder ? waiting->holder(thread) : nullptr;
  if (holder) out.holder = holder->number;
}

}  // namespace

// For a debugger, which finds them by their names and has breakpoints on the functions.
#define FOR_DEBUGGER [[gnu::visibility("default"), gnu::used]]
extern "C" {

FOR_DEBUGGER uint64_t omc_debugger_stop_at = UINT64_MAX;
FOR_DEBUGGER Described omc_debugger;

FOR_DEBUGGER [[gnu::noinline]] void omc_debugger_begin() { asm volatile("" ::: "memory"); }
FOR_DEBUGGER [[gnu::noinline]] void omc_debugger_stop() { asm volatile("" ::: "memory"); }
}

namespace omc {

void announce_to_debugger() { omc_debugger_begin(); }

void stop_for_debugger_now(bool at_end) {
  const World& w = world();
  omc_debugger.step = w.schedule.steps + at_end;
  omc_debugger.is_end = at_end;
  omc_debugger.thread_count = w.thread_count < most_threads ? w.thread_count : most_threads;
  for (unsigned i = 0; i < omc_debugger.thread_count; i++)
    describe(w.threads[i], omc_debugger.threads[i]);
  omc_debugger_stop();
}

void stop_for_debugger_at_end() {
  if (omc_debugger_stop_at <= world().schedule.steps + 1) stop_for_debugger_now(true);
}

}  // namespace omc
