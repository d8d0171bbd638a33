// The result of a finished run in words and numbers, ready to be rendered: names instead of
// addresses, source text instead of program counters. Renderers are pure functions of a Report.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "run/verdict.h"

namespace omc::driver {

// A place in a source file.
struct Place {
  std::string file;  // as the compiler was given it; empty when the code is not instrumented
  unsigned line = 0, column = 0;
  std::string function;
  friend bool operator==(const Place&, const Place&) = default;
};

struct Step {
  unsigned n = 0;  // 1 for the first of the schedule
  unsigned thread = 0;
  Place place;
  std::string text;                  // the statement
  std::vector<std::string> effects;  // "locks a.m", "starts 2"
  std::vector<std::pair<std::string, std::string>> values;
};

enum class Standing { ready, blocked, ended };

// How a thread stood when the schedule ended.
struct ThreadState {
  unsigned id = 0;
  std::string name;  // its function, or what the program called it
  Standing standing = Standing::ready;
  std::string waits_for;            // "b.m", "thread 2 to end"; empty unless blocked
  std::optional<unsigned> held_by;  // the thread that holds it
  Place held_since;                 // where that thread took it
  bool holder_ended = false;
  std::vector<unsigned> waits_on;  // deadlock: the threads that block it
  std::string why;                 // deadlock: "held by thread 2 since bank.cpp:15"
  bool lost_wake_up = false;       // deadlock: the last signal came before it waited
  std::vector<std::string> holds;
  Place place;
  std::string text;
};

// Where a schedule was lost, found by searching from its beginnings.
struct TurningPoint {
  enum class Found { not_sought, unknown, every_schedule_fails, at_step } found = Found::not_sought;
  // After this step of the schedule every continuation has a bug, and before it one has none.
  unsigned step = 0;
  // What happens there instead in a schedule that ends without a bug.
  Step instead;
  std::string passing_schedule;
};

// A variable that differs after two schedules with the same execution counter.
struct Difference {
  std::string variable;
  std::string first, second;
};

// The block of the heap that a bug is about.
struct HeapBlock {
  uint64_t size = 0;
  int64_t offset = 0;  // of what was accessed, from the block's first byte
  std::optional<unsigned> allocated_by, freed_by;
  Place allocated, freed;
  std::string allocated_text, freed_text;  // the statements
};

struct Bug {
  std::string kind;
  std::string message;
  Place place;
  unsigned thread = 0;
  std::vector<Place> places;  // of everything that takes part
  std::string schedule;
  std::string selector;  // "data-race:2", when its schedule ends with another bug
  std::vector<Step> steps;
  std::vector<ThreadState> threads;
  std::vector<std::string> stack;     // crash: the thread's calls, innermost first: "f at a.c:3"
  std::vector<std::string> accesses;  // data-race: two, a line each; memory: one
  std::vector<std::string> weak;      // atomics that did not act on the newest store, a line each
  std::string variable;               // data-race and memory: the name of the memory
  std::string declaration;            // data-race: "int, global, declared at bank.cpp:4"
  std::optional<HeapBlock> block;     // likewise, when the memory is on the heap
  TurningPoint turning_point;
  std::string hint;             // what would be different in a program without the bug
  std::vector<unsigned> cycle;  // deadlock: the threads that wait for each other, in order
  // Other bugs on its schedule: "a.c:3: data-race: x is …".
  std::vector<std::string> on_the_way;
  bool is_replayed = true;     // a replay has shown it again
  uint64_t count = 1;          // how often it was found
  std::string loop;            // livelock: the schedule of one round
  std::string other_schedule;  // order-race: the other schedule with the same counter
  std::vector<Step> other_steps;
  std::vector<Difference> differences;
  std::string out, err;  // exit: what the program printed
};

struct Outcome {
  std::string out, err;
  int exit = 0, signal = 0;
  uint64_t count = 0;
  std::string schedule;
};

// A line of the user's suppressions, and how many distinct bugs it took out of the report.
struct SuppressionUse {
  std::string text;   // "race:^Queue::pop$"
  std::string place;  // "known.txt:3"
  uint64_t bugs = 0;
};

// The statements of a file that have a hook, in the order of their places.
struct CoveredStatement {
  unsigned line = 0, column = 0;
  bool ran = false;  // in some schedule
};
struct CoveredFile {
  std::string file;
  std::vector<CoveredStatement> statements;
};

struct RunStats {
  uint64_t executions = 0, states = 0, steps = 0, hooks = 0, pruned = 0, threads = 0, max_depth = 0,
           forks = 0, max_processes = 0, peak_rss_kb = 0;
  double seconds = 0;
};

struct Report {
  std::string program;  // as the user named it
  std::vector<std::string> arguments;
  // `omc replay {replay_options}-s SCHEDULE {replay_target}`: options that change what a schedule
  // means, each with a space after it; and the program or the sources, with arguments.
  std::string replay_options, replay_target;
  // What a replay from run.json runs: the program with its argv[0], in this folder.
  std::string binary, argv0, directory;
  std::string build;        // which build of the program: "gnu-3f…"
  std::string tried_first;  // the trace of the corpus that led to the bug, without a search
  std::string root;         // of the sources: formats for machines name files relative to it
  Verdict verdict = Verdict::ok;
  bool complete = false;
  std::string bound;  // "at most 2 preemptions": the user's bound, within which the verdict holds
  // incomplete: the number of preemptions within which the search was complete
  std::optional<uint64_t> complete_within;
  std::string reason;  // why incomplete ("time limit"), vacuous or error
  std::vector<std::pair<std::string, std::string>> options;
  RunStats stats;
  uint64_t outcome_count = 0;  // distinct; `outcomes` may hold fewer
  std::vector<Outcome> outcomes;
  std::vector<std::string> not_modelled;  // passed on to the kernel: "child processes"
  std::vector<std::string> not_done;      // not executed: "timers of the kernel"
  std::vector<std::string> not_checked;   // kinds of bugs: "data-race (--granularity statement)"
  std::vector<std::string> not_instrumented;  // libraries and objects: "libfoo.so", "bar.c"
  std::vector<std::string> orders;            // --weaken: a title, and a line for each change
  std::vector<SuppressionUse> suppressions;
  bool counts_coverage = false;  // --coverage
  std::vector<CoveredFile> coverage;
  std::vector<Bug> bugs;
  // Found after calls that were executed for real, and not shown again by a replay.
  std::vector<Bug> unconfirmed;
  // Texts of source files by their names, for formats that show them; not in run.json.
  std::vector<std::pair<std::string, std::string>> sources;
  // `omc test`: the framework, and a run for each test case, which holds the bugs.
  std::string framework;  // "GoogleTest"; empty for a single run
  std::string test_case;  // of a run that is one of the cases
  std::string skipped;    // why a case does not count: "starts no thread", "death test", "disabled"
  std::vector<Report> cases;
};

}  // namespace omc::driver
