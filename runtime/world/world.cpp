#include "world/world.h"

#include "omc/fast_path.h"

__attribute__((visibility("default"))) int omc_awake = 0;
omc_fast_path_state omc_fast_path;

namespace omc {

Checker checker;

namespace {

// Of a list that only grows; the order of its entries makes no difference.
template <class Entry>
Digest digest_list(const Entry* list, unsigned count, uint64_t seed) {
  Digest sum;
  for (unsigned i = 0; i < count; i++) sum += digest_of(&list[i], sizeof list[i], seed);
  return sum;
}

}  // namespace

Digest digest(const World& w) {
  const auto& [thread_count, next_number, current, stop, exit_status, exit_signal, schedule,
               last_choice, extra_steps, steps_taken, state, co_enabled, preemptions, last_thread,
               has_children, shares_memory, staged, invariant_count, ignored_count, benign_count,
               name_count, program_break, map_clock, undo_length, clock, chance, semaphores, output,
               signals, timers, limits, credentials, directory, files, in_kernel, key_destructors,
               threads, invariants, ignored, benign, names] = w;
  NOT_STATE(thread_count, "each thread has a digest of its own");
  NOT_STATE(threads, "each thread has a digest of its own");
  NOT_STATE(next_number, "the order of creation, for schedules and reports");
  NOT_STATE(current, "null at every state");
  NOT_STATE(stop, "why the last step ended");
  NOT_STATE(exit_status, "of an execution that is over");
  NOT_STATE(exit_signal, "of an execution that is over");
  NOT_STATE(schedule, "how the state was reached");
  NOT_STATE(last_choice, "how the state was reached");
  NOT_STATE(extra_steps, "how the state was reached");
  NOT_STATE(steps_taken, "how the state was reached");
  NOT_STATE(state, "its own name");
  NOT_STATE(co_enabled, "where its steps are compared");
  NOT_STATE(preemptions, "counts only with a bound on them: search/explore.cpp");
  NOT_STATE(last_thread, "counts only with a bound on preemptions: search/explore.cpp");
  NOT_STATE(has_children, "such executions are not checkpointed, and named in the report");
  NOT_STATE(shares_memory, "only ends an execution that starts a child process");
  NOT_STATE(staged, "the same in every execution");
  NOT_STATE(map_clock, "the map of memory has a digest of its own: snapshot/regions.cpp");
  NOT_STATE(undo_length, "how the state was reached");
  NOT_STATE(key_destructors, "the C library's table of keys is in memory");
  NOT_STATE(names, "words of a report");
  NOT_STATE(name_count, "words of a report");
  Digest sum = digest_words({program_break}, 0x62726b);
  sum += in_kernel;
  for (const Digest& part :
       {digest(clock), digest(chance), digest(semaphores), digest(output), digest(signals),
        digest(timers, clock.now_ns), digest(limits), digest(credentials), digest(directory),
        digest(files), digest_list(invariants, invariant_count, 0x696e76),
        digest_list(ignored, ignored_count, 0x69676e), digest_list(benign, benign_count, 0x62656e)})
    sum += part;
  return sum;
}

void go_awake() {
  checker.exploring = true;
  omc_awake = 1;
}

void go_dormant() {
  checker.exploring = false;
  omc_awake = 0;
}

}  // namespace omc
