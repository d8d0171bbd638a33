#include "world/assumptions.h"

#include "world/current.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

// When the pass ends: at once, or with its current executions.
enum class When { now, soon };

void restart(Assumption assumption, When when) {
  checker.run->relied_on |= bit_of(assumption);
  if (when == When::now) checker.run->stop = 1;
}

void give_up(Assumption assumption) { checker.assumed &= ~bit_of(assumption); }

// Every process executes the code before the second thread, and refutes the assumption for itself.
void restart_if_interleaved(Assumption assumption) {
  if (world().thread_count > 1) restart(assumption, When::soon);
}

void set_refuted(Assumption assumption) { checker.run->refuted |= bit_of(assumption); }

void refute_strong_orders() {
  bool is_settled = is_refuted(Assumption::strong_orders) || checker.run->clocks_overflowed;
  if (is_settled || checker.is_replay || !follows_races()) return;
  set_refuted(Assumption::strong_orders);
  if (keeps_stores()) return;  // this pass does not rely on it
  if (!follows_clocks()) checker.run->relied_on |= bit_of(Assumption::strong_orders);
  checker.run->stop = 1;
}

void refute_seq_cst_only() {
  bool is_settled = !has_weak_memory() || is_refuted(Assumption::seq_cst_only);
  if (is_settled || checker.is_replay) return;
  set_refuted(Assumption::seq_cst_only);
  restart(Assumption::seq_cst_only, When::now);
}

void refute_fences() {
  set_refuted(Assumption::no_fences);
  if (follows_clocks() && assumes(Assumption::no_fences)) restart(Assumption::no_fences, When::now);
}

void refute_invisible_statements() {
  if (!assumes(Assumption::invisible_statements)) return;
  set_refuted(Assumption::invisible_statements);
  give_up(Assumption::invisible_statements);
  give_up(Assumption::whole_sections);
  give_up(Assumption::recorded_uses);
  restart_if_interleaved(Assumption::invisible_statements);
  Thread& thread = current_thread();
  if (thread.deferred_hooks || omc_fast_path.hooks_left || checker.withheld_hooks) allow_no_hooks();
}

void refute_whole_sections() {
  if (is_refuted(Assumption::whole_sections)) return;
  set_refuted(Assumption::whole_sections);
  if (!assumes(Assumption::whole_sections)) return;
  give_up(Assumption::whole_sections);
  give_up(Assumption::recorded_uses);
  restart_if_interleaved(Assumption::whole_sections);
}

void refute_recorded_uses() {
  if (!assumes(Assumption::recorded_uses)) return;
  set_refuted(Assumption::recorded_uses);
  give_up(Assumption::recorded_uses);
  restart(Assumption::recorded_uses, When::soon);
}

}  // namespace

void refute(Assumption assumption) {
  switch (assumption) {
    case Assumption::private_memory:
    case Assumption::known_conflicts:
      return restart(assumption, When::soon);
    case Assumption::uniform_atomics:
      return restart(assumption, When::now);
    case Assumption::strong_orders:
      return refute_strong_orders();
    case Assumption::no_fences:
      return refute_fences();
    case Assumption::seq_cst_only:
      return refute_seq_cst_only();
    case Assumption::invisible_statements:
      return refute_invisible_statements();
    case Assumption::whole_sections:
      return refute_whole_sections();
    case Assumption::unobserved_locks:
      if (assumes(Assumption::whole_sections)) restart(assumption, When::soon);
      return;
    case Assumption::recorded_uses:
      return refute_recorded_uses();
    case Assumption::known_users:
    case Assumption::only_updated:
      return restart(assumption, When::soon);
  }
}

bool must_restart() {
  const Run& run = *checker.run;
  bool is_over = run.incomplete || run.decided;
  return !checker.is_replay && !is_over && run.relied_on;
}

bool will_restart() {
  constexpr uint32_t soon =
      bit_of(Assumption::private_memory) | bit_of(Assumption::known_conflicts) |
      bit_of(Assumption::invisible_statements) | bit_of(Assumption::whole_sections) |
      bit_of(Assumption::unobserved_locks) | bit_of(Assumption::recorded_uses) |
      bit_of(Assumption::known_users) | bit_of(Assumption::only_updated);
  return checker.run->relied_on.load(std::memory_order_relaxed) & soon;
}

bool clocks_are_wrong() {
  bool misses_fence = is_refuted(Assumption::no_fences) && assumes(Assumption::no_fences);
  return misses_fence || checker.run->relied_on & bit_of(Assumption::uniform_atomics);
}

}  // namespace omc
