#include "entry/summary.h"

#include <cstring>

#include "platform/raw_syscall.h"
#include "run/verdict.h"

namespace omc {
namespace {

void print_bug(const Run& run, const BugRecord& bug) {
  if (bug.site.file)
    print(at<char>(run, bug.site.file), ":", bug.site.line, ":", bug.site.column, ": ");
  static char schedule[4096];
  size_t n = format_schedule(at<Stretch>(run, bug.schedule), bug.schedule_stretches, schedule,
                             sizeof schedule);
  print("error: ", bug_text(run, bug), " [omc-", bug_kind_names[static_cast<int>(bug.kind)], "]\n");
  print("  schedule: ", n < sizeof schedule ? schedule : "too long for a line", "\n");
}

}  // namespace

void print(const char* text) {
  raw_syscall(SYS_write, 2, as_long(text), static_cast<long>(strlen(text)));
}

void print(uint64_t n) {
  char digits[24];
  int i = sizeof digits - 1;
  digits[i] = 0;
  do digits[--i] = static_cast<char>('0' + n % 10);
  while (n /= 10);
  print(digits + i);
}

const char* bug_text(const Run& run, const BugRecord& bug) {
  if (bug.text) return at<char>(run, bug.text);
  return bug_kind_names[static_cast<int>(bug.kind)];
}

void print_summary(const Run& run, const Options&) {
  for (uint32_t i = 0; i < run.bug_count; i++) print_bug(run, run.bugs[i]);
  if (run.bug_count) {
    print("omc: ", run.bug_count, run.bug_count == 1 ? " bug: " : " bugs: ");
    for (uint32_t i = 0; i < run.bug_count; i++)
      print(i ? ", " : "", bug_kind_names[static_cast<int>(run.bugs[i].kind)]);
  } else if (run.incomplete) {
    print(verdict_opening(Verdict::incomplete),
          run.incomplete_detail ? at<char>(run, run.incomplete_detail)
                                : incomplete_words[run.incomplete],
          "; no bug so far");
  } else if (is_vacuous(run)) {
    print(verdict_opening(Verdict::vacuous), "the program started ", run.stats.threads, " thread");
  } else {
    print("omc: no bugs: all ", run.stats.states, " states of ", run.stats.threads,
          " threads explored");
  }
  print(" (", run.stats.executions, " executions, ", run.stats.hooks, " hooks, ", run.outcome_count,
        run.outcome_count == 1 ? " outcome)\n" : " outcomes)\n");
}

void print_options() {
  print(
      "OMC_OPTIONS=\"key=value:key=value\" for an instrumented program:\n"
      "  mode                dormant|check (default dormant)\n");
  for (size_t i = 0; i < option_row_count; i++) {
    const OptionRow& row = option_rows[i];
    if (!row.runtime) continue;
    print("  ", row.key);
    for (size_t n = strlen(row.key); n < 20; n++) print(" ");
    print(row.help, " (");
    if (row.type == OptionType::words) print(row.value, "; ");
    print("default ", row.default_text, ")\n");
  }
}

}  // namespace omc
