// Renders a Report to a string, one file for each format. Nothing here reads files, addresses or
// the clock.
#pragma once

#include <string>

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
// The schedule as a table, one column for each thread.
std::string render_schedule(const std::vector<Step>& steps, const std::vector<ThreadState>& threads,
                            const TextStyle& style);

// run.json, schema 1.
std::string render_json(const Report& report);

// "thread 2 (transfer)"
std::string thread_title(const ThreadState& thread);
std::string thread_title(const Bug& bug, unsigned id);
// "1,204,331"
std::string with_commas(uint64_t n);
// "bank.cpp:23"
std::string short_place(const Place& place);

}  // namespace omc::driver
