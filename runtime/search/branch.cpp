#include "search/branch.h"

#include <cstring>

#include "platform/digest.h"
#include "snapshot/page_copies.h"
#include "threads/scheduler.h"
#include "threads/waiting.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

enum class Status : uint8_t { absent, ended, waiting, enabled };

// A thread at the state. Of a thread that waits: who can end the wait.
struct Member {
  Status status = Status::absent;
  bool ends_execution = false;  // its step has no state behind it: others must come before it
  ThreadSet enablers = 0;       // 0: the users of `awaited`
  ThreadSet foreseen = 0;       // enabled: those who use what it is likely to use
  uint64_t awaited = 0;
  Use* uses = nullptr;
  uint32_t use_count = 0, capacity = 0;
};

}  // namespace

struct Branch {
  Member members[most_users];  // by bit
  bool is_left = false;        // some child was left before this state
  bool takes_all = false;
  uint32_t choice_count = 0, last = no_choice;
  Choice* choices = nullptr;
  uint8_t* bits = nullptr;  // of the threads of the choices
  bool* taken = nullptr;    // which choices were
};

namespace {

ThreadSet bit(unsigned i) { return i < most_users ? ThreadSet{1} << i : ~ThreadSet{0}; }

// ---- What is known of the state ----

void describe_wait(const Thread& thread, Member& member) {
  const Pending& pending = thread.pending;
  const Waiting* waiting = pending.waiting;
  if (pending.op == Op::join && !pending.object) {
    member.enablers = ~ThreadSet{0};
    return;
  }
  const Thread* holder = waiting && waiting->holder ? waiting->holder(thread) : nullptr;
  unsigned i = holder ? user_bit(holder->slot) : no_bit;
  if (i != no_bit)
    member.enablers = bit(i);
  else
    member.awaited = awaited_object(pending);
}

void describe(const Thread& thread, Branch& branch) {
  unsigned i = user_bit(thread.slot);
  if (i == no_bit) return void(branch.takes_all = true);
  Member& member = branch.members[i];
  member.status = thread.ended         ? Status::ended
                  : is_enabled(thread) ? Status::enabled
                                       : Status::waiting;
  if (member.status == Status::waiting) describe_wait(thread, member);
}

// ---- The closure ----

struct Closure {
  ThreadSet all = 0, seen = 0;
  unsigned next = no_choice;  // a choice of a thread in it that was not taken
};

unsigned untaken_choice(const Branch& branch, unsigned i) {
  for (unsigned k = 0; k < branch.choice_count; k++)
    if (branch.bits[k] == i && !branch.taken[k]) return k;
  return no_choice;
}

// The threads through which thread `i` depends on others before it can take its step, or by it.
ThreadSet neighbours(const Branch& branch, unsigned i) {
  const Member& member = branch.members[i];
  ThreadSet all = 0;
  switch (member.status) {
    case Status::ended:
      return 0;
    case Status::absent: {
      unsigned slot = slot_of_bit(i), creator = slot < max_threads ? creator_of(slot) : max_threads;
      return creator < max_threads ? bit(user_bit(creator)) : 0;
    }
    case Status::waiting:
      return member.enablers ? member.enablers
                             : dependent_users({member.awaited, UseKind::changes});
    case Status::enabled:
      if (member.ends_execution) return ~ThreadSet{0};
      for (uint32_t k = 0; k < member.use_count; k++) all |= dependent_users(member.uses[k]);
      return all;
  }
  return all;
}

Closure closure_of(const Branch& branch, ThreadSet first) {
  Closure closure{first};
  while (ThreadSet rest = closure.all & ~closure.seen) {
    auto i = static_cast<unsigned>(__builtin_ctzl(rest));
    closure.seen |= bit(i);
    if (branch.members[i].status == Status::enabled && closure.next == no_choice)
      closure.next = untaken_choice(branch, i);
    closure.all |= neighbours(branch, i);
  }
  return closure;
}

ThreadSet taken_threads(const Branch& branch) {
  ThreadSet all = 0;
  for (unsigned k = 0; k < branch.choice_count; k++)
    if (branch.taken[k]) all |= bit(branch.bits[k]);
  return all;
}

// ---- The first thread ----

// What a thread used when it was last taken where it stands now. This is a guess: it decides which
// thread comes first, and nothing else.
struct Foreseen {
  uint64_t place = 0;
  uint32_t count = 0;
  Use uses[4];
};
constexpr unsigned most_foreseen = 1 << 12;
Foreseen foreseen[most_foreseen];

uint64_t foreseen_place;  // where the running step began

uint64_t place_of(const Thread& thread) {
  uint64_t words[] = {thread.slot, thread.steps, static_cast<uint64_t>(thread.pending.op),
                      reinterpret_cast<uint64_t>(thread.pending.object)};
  return digest_of(words, sizeof words, 1).low | 1;
}

ThreadSet foreseen_users(const Thread& thread) {
  constexpr ThreadSet unknown = ~ThreadSet{0};
  const Pending& pending = thread.pending;
  if (pending.op == Op::join && !pending.timed) return 0;
  uint64_t place = place_of(thread);
  const Foreseen& known = foreseen[place / 2 % most_foreseen];
  if (known.place != place) {
    bool is_memory = pending.object && pending.op != Op::hook;
    bool looks = pending.op == Op::access && !pending.value;
    uint64_t unit = reinterpret_cast<uintptr_t>(pending.object) & ~(use_unit - 1);
    return is_memory ? dependent_users({unit, looks ? UseKind::looks : UseKind::changes}) : unknown;
  }
  ThreadSet users = 0;
  for (uint32_t k = 0; k < known.count; k++) users |= dependent_users(known.uses[k]);
  return users;
}

// The threads that would have to be taken with this one, as far as can be foreseen.
ThreadSet foreseen_closure(const Branch& branch, unsigned first) {
  ThreadSet all = bit(first), seen = 0;
  while (ThreadSet rest = all & ~seen) {
    auto i = static_cast<unsigned>(__builtin_ctzl(rest));
    seen |= bit(i);
    bool is_enabled = branch.members[i].status == Status::enabled;
    all |= is_enabled ? branch.members[i].foreseen : neighbours(branch, i);
  }
  return all;
}

unsigned first_choice(Branch& branch) {
  ThreadSet enabled = 0;
  for (unsigned k = 0; k < branch.choice_count; k++) {
    Member& member = branch.members[branch.bits[k]];
    if (enabled & bit(branch.bits[k])) continue;
    enabled |= bit(branch.bits[k]);
    member.foreseen = foreseen_users(*thread_numbered(branch.choices[k].thread));
  }
  int best = 0, least = most_users + 1;
  for (unsigned k = 0; k < branch.choice_count && least > 1; k++) {
    if (k && branch.bits[k] == branch.bits[k - 1]) continue;
    int n = __builtin_popcountl(foreseen_closure(branch, branch.bits[k]) & enabled);
    if (n < least) least = n, best = static_cast<int>(k);
  }
  return static_cast<unsigned>(best);
}

}  // namespace

Branch* open_branch(const Choice* choices, unsigned n) {
  const World& w = world();
  auto* branch = static_cast<Branch*>(allocate_record(sizeof(Branch)));
  *branch = {};
  branch->choice_count = n;
  branch->choices = static_cast<Choice*>(allocate_record(n * sizeof(Choice)));
  branch->bits = static_cast<uint8_t*>(allocate_record(n));
  branch->taken = static_cast<bool*>(allocate_record(n));
  memcpy(branch->choices, choices, n * sizeof(Choice));
  memset(branch->taken, 0, n);
  for (unsigned i = 0; i < w.thread_count; i++) describe(w.threads[i], *branch);
  for (unsigned k = 0; k < n; k++) {
    unsigned i = user_bit(thread_numbered(choices[k].thread)->slot);
    branch->bits[k] = static_cast<uint8_t>(i == no_bit ? 0 : i);
  }
  return branch;
}

void drop_branch(Branch* branch) {
  for (Member& member : branch->members)
    if (member.capacity) free_record(member.uses, member.capacity * sizeof(Use));
  free_record(branch->choices, branch->choice_count * sizeof(Choice));
  free_record(branch->bits, branch->choice_count);
  free_record(branch->taken, branch->choice_count);
  free_record(branch, sizeof(Branch));
}

// A choice that has to be taken beside those that were; all of them with `takes_all`.
static unsigned needed_choice(const Branch& branch, bool takes_all) {
  unsigned next = closure_of(branch, taken_threads(branch)).next;
  for (unsigned k = 0; takes_all && next == no_choice && k < branch.choice_count; k++)
    if (!branch.taken[k]) next = k;
  return next;
}

unsigned choice_for_others(const Branch& branch) { return needed_choice(branch, branch.takes_all); }

void give_away(Branch& branch, unsigned choice) {
  branch.taken[choice] = true;
  branch.takes_all = true;
}

unsigned next_choice_of(Branch& branch) {
  bool takes_all = branch.takes_all || !branch.is_left || !assumes(Assumption::recorded_uses);
  unsigned next = taken_threads(branch) ? needed_choice(branch, takes_all) : first_choice(branch);
  branch.last = next;
  if (next == no_choice) return next;
  branch.taken[next] = true;
  return next;
}

void add_uses(Branch& branch, bool ended_execution) {
  Member& member = branch.members[branch.bits[branch.last]];
  if (ended_execution) member.ends_execution = true;
  uint32_t count = member.use_count + use_count();
  if (!use_count()) return;
  if (count > member.capacity) {
    auto* more = static_cast<Use*>(allocate_record(count * sizeof(Use)));
    if (member.use_count) memcpy(more, member.uses, member.use_count * sizeof(Use));
    if (member.capacity) free_record(member.uses, member.capacity * sizeof(Use));
    member.uses = more;
    member.capacity = count;
  }
  memcpy(member.uses + member.use_count, uses(), use_count() * sizeof(Use));
  member.use_count = count;
}

void add_left_child(Branch& branch) { branch.is_left = true; }

bool leave_branch(const Branch& branch) {
  bool took_all = true;
  for (unsigned k = 0; k < branch.choice_count; k++) took_all &= branch.taken[k];
  if (took_all) return false;
  Closure closure = closure_of(branch, taken_threads(branch));
  for (unsigned i = 0; i < most_users; i++) {
    if (!(closure.seen & bit(i))) continue;
    const Member& member = branch.members[i];
    if (member.status == Status::waiting && !member.enablers)
      rely_on({member.awaited, UseKind::changes},
              ~(closure.all | dependent_users({member.awaited, UseKind::changes})));
    for (uint32_t k = 0; member.status == Status::enabled && k < member.use_count; k++)
      rely_on(member.uses[k], ~(closure.all | dependent_users(member.uses[k])));
  }
  return true;
}

void learn_pending_uses() {
  const World& w = world();
  for (unsigned i = 0; i < w.thread_count; i++) {
    const Thread& thread = w.threads[i];
    if (thread.ended || !thread.pending.waiting || thread.pending.op == Op::join) continue;
    learn_use({awaited_object(thread.pending), UseKind::changes}, thread.slot);
  }
}

void foresee_step(const Thread& thread) { foreseen_place = place_of(thread); }

void learn_uses_of_step(const Thread& thread) {
  Foreseen& known = foreseen[foreseen_place / 2 % most_foreseen];
  if (use_count() <= sizeof known.uses / sizeof *known.uses) {
    known.place = foreseen_place;
    known.count = use_count();
    memcpy(known.uses, uses(), use_count() * sizeof(Use));
  }
  if (comes_last(thread)) return;
  for (unsigned k = 0; k < use_count(); k++) learn_use(uses()[k], thread.slot);
}

}  // namespace omc
