// Renders a Report to a string, one file for each format. Nothing here reads files, addresses or
// the clock.
#pragma once

#include <string>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "report.h"

namespace omc::driver {

struct TextStyle {
  unsigned width = 100;
  unsigned height = 40;  // rows that the schedule of one bug may take before it is folded
  bool color = false;
  bool verbose = false;
};

// The whole text report: bugs, outcomes, verdict line.
std::string render_text(const Report& report, const TextStyle& style);
std::string render_bug(const Report& report, const Bug& bug, const TextStyle& style);
// "omc: 1 bug: deadlock (31 executions, 0.1 s)\n"
std::string render_verdict(const Report& report);
// The schedule as a table, one column for each thread. The step `marked` gets a mark; 0: none.
std::string render_schedule(const std::vector<Step>& steps, const std::vector<ThreadState>& threads,
                            const TextStyle& style, unsigned marked = 0);

// The same of `omc test`. Its header and rows are also printed one by one.
std::string render_suite(const Report& report, const TextStyle& style);
unsigned suite_name_width(const std::vector<std::string>& names);
std::string render_suite_header(unsigned name_width);
std::string render_suite_row(const Report& run, unsigned name_width, const TextStyle& style);
std::string render_suite_summary(const Report& report, const TextStyle& style);
std::string render_suite_verdict(const Report& report);

// run.json, schema 1.
std::string render_json(const Report& report);
// The Report that a run.json was rendered from; `name` is for error messages.
llvm::Expected<Report> read_json(llvm::StringRef text, const std::string& name);

// One file for a browser: verdict, bugs, the schedule by threads, sources, outcomes.
std::string render_html(const Report& report);

// For other tools; `results.h` holds what they share.
std::string render_sarif(const Report& report);     // SARIF 2.1.0, a threadFlow for each thread
std::string render_junit(const Report& report);     // JUnit XML, a testcase for each program
std::string render_github(const Report& report);    // annotations: workflow commands of GitHub
std::string render_gitlab(const Report& report);    // GitLab's code quality report
std::string render_perfetto(const Report& report);  // trace events, for ui.perfetto.dev
std::string render_dot(const Report& report);       // Graphviz: steps, and who waits for whom

// "ready", "blocked", "ended"
const char* standing_word(Standing standing);

// "thread 2 (transfer)"
std::string thread_title(const ThreadState& thread);
std::string thread_title(const Bug& bug, unsigned id);
// "1,204,331"
std::string with_commas(uint64_t n);
// "bank.cpp:23"
std::string short_place(const Place& place);

}  // namespace omc::driver
