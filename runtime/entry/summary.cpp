#include "entry/summary.h"

#include <cstring>

#include "platform/raw_syscall.h"
#include "run/verdict.h"

namespace omc {
namespace {

void say_bug(const Run& run, const BugRecord& bug) {
  if (bug.site.file) {
    say(at<char>(run, bug.site.file));
    say(":");
    say_number(bug.site.line);
    say(":");
    say_number(bug.site.column);
    say(": ");
  }
  say("error: ");
  say(bug_text(run, bug));
  say(" [omc-");
  say(bug_kind_names[static_cast<int>(bug.kind)]);
  say("]\n  schedule: ");
  static char schedule[4096];
  size_t n = format_schedule(at<Stretch>(run, bug.schedule), bug.schedule_stretches, schedule,
                             sizeof schedule);
  say(n < sizeof schedule ? schedule : "too long for a line");
  say("\n");
}

}  // namespace

void say(const char* text) {
  raw_syscall(SYS_write, 2, as_long(text), static_cast<long>(strlen(text)));
}

void say_number(uint64_t n) {
  char digits[24];
  int i = sizeof digits - 1;
  digits[i] = 0;
  do digits[--i] = static_cast<char>('0' + n % 10);
  while (n /= 10);
  say(digits + i);
}

const char* bug_text(const Run& run, const BugRecord& bug) {
  if (bug.text) return at<char>(run, bug.text);
  return bug_kind_names[static_cast<int>(bug.kind)];
}

void say_summary(const Run& run, const Options&) {
  for (uint32_t i = 0; i < run.bug_count; i++) say_bug(run, run.bugs[i]);
  if (run.bug_count) {
    say("omc: ");
    say_number(run.bug_count);
    say(run.bug_count == 1 ? " bug: " : " bugs: ");
    for (uint32_t i = 0; i < run.bug_count; i++) {
      if (i) say(", ");
      say(bug_kind_names[static_cast<int>(run.bugs[i].kind)]);
    }
  } else if (run.incomplete) {
    say(verdict_opening(Verdict::incomplete));
    say(run.incomplete_detail ? at<char>(run, run.incomplete_detail)
                              : incomplete_words[run.incomplete]);
    say("; no bug so far");
  } else if (is_vacuous(run)) {
    say(verdict_opening(Verdict::vacuous));
    say("the program started ");
    say_number(run.stats.threads);
    say(" thread");
  } else {
    say("omc: no bugs: all ");
    say_number(run.stats.states);
    say(" states of ");
    say_number(run.stats.threads);
    say(" threads explored");
  }
  say(" (");
  say_number(run.stats.executions);
  say(" executions, ");
  say_number(run.stats.hooks);
  say(" hooks, ");
  say_number(run.outcome_count);
  say(run.outcome_count == 1 ? " outcome)\n" : " outcomes)\n");
}

void say_options() {
  say("OMC_OPTIONS=\"key=value:key=value\" for an instrumented program:\n"
      "  mode                dormant|check (default dormant)\n");
  for (size_t i = 0; i < option_row_count; i++) {
    const OptionRow& row = option_rows[i];
    if (!row.runtime) continue;
    say("  ");
    say(row.key);
    for (size_t n = strlen(row.key); n < 20; n++) say(" ");
    say(row.help);
    say(" (");
    if (row.type == OptionType::words) say(row.value), say("; ");
    say("default ");
    say(row.default_text);
    say(")\n");
  }
}

}  // namespace omc
