#include "explain/exit_status.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <set>

#include <fmt/format.h>

#include "render/render.h"

namespace omc::driver {
namespace {

std::string ending_of(const BugRecord& bug) {
  return ending_words(static_cast<int>(bug.size), bug.signal);
}

// How many executions ended as `bug` says.
uint64_t count_endings(const Run& run, const BugRecord& bug) {
  uint64_t count = 0;
  uint32_t stored = std::min<uint32_t>(run.outcome_count, max_stored_outcomes);
  for (uint32_t i = 0; i < stored; i++)
    if (ending_words(run.outcomes[i].exit_status, run.outcomes[i].signal) == ending_of(bug))
      count += run.outcomes[i].count;
  return count;
}

// How the executions ended that did not end as `bug` says: "exit status 0, exit status 3".
std::string other_endings(const Run& run, const BugRecord& bug) {
  std::set<std::string> words;
  uint32_t stored = std::min<uint32_t>(run.outcome_count, max_stored_outcomes);
  for (uint32_t i = 0; i < stored; i++)
    words.insert(ending_words(run.outcomes[i].exit_status, run.outcomes[i].signal));
  words.erase(ending_of(bug));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string exit_message(const Run& run, const BugRecord& bug) {
  std::string ending = ending_of(bug), others = other_endings(run, bug);
  uint64_t wrong = run.wrong_endings, all = wrong + run.right_endings;
  if (!others.empty())
    return fmt::format("{} in {} of {} executions; others end with {}", ending,
                       with_commas(count_endings(run, bug)), with_commas(all), others);
  bool is_complete = run.finished && !run.incomplete && !run.stop;
  std::string where =
      is_complete ? "every schedule" : fmt::format("all {} executions so far", with_commas(all));
  std::string hint = bug.signal ? std::string() : fmt::format(" (--expect-exit {})", bug.size);
  return fmt::format("{} in {}: no interleaving is to blame{}", ending, where, hint);
}

}  // namespace

std::string ending_words(int status, int signal) {
  if (!signal) return fmt::format("exit status {}", status);
  const char* name = sigabbrev_np(signal);
  return name ? fmt::format("killed by SIG{}", name) : fmt::format("killed by signal {}", signal);
}

void describe_exit(const Run& found, const Run& replayed, const BugRecord& record, Bug& bug) {
  bug.message = exit_message(found, record);
  if (!replayed.outcome_count) return;
  const OutcomeRecord& outcome = replayed.outcomes[0];
  if (outcome.out) bug.out.assign(at<char>(replayed, outcome.out), outcome.out_length);
  if (outcome.err) bug.err.assign(at<char>(replayed, outcome.err), outcome.err_length);
}

}  // namespace omc::driver
