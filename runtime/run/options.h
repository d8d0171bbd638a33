// The option table, one row an option. The flags of `omc check`, the keys of OMC_OPTIONS, --help
// and the docs follow from it. The driver turns flags into OMC_OPTIONS, which the runtime reads.
#pragma once

#include <cstddef>
#include <cstdint>

#include "run/run.h"

namespace omc {

// The atomic operation whose call returns to this offset of its file has this memory order.
struct OrderChange {
  uint64_t offset = 0;
  int order = 0;
};
constexpr unsigned most_order_changes = 4;

struct Options {
  Mode mode = Mode::dormant;
  Search search = Search::reduced;
  Engine engine = Engine::rewind;
  Granularity granularity = Granularity::sync;
  MemoryModel memory_model = MemoryModel::sc;
  // A bit for each BugKind.
  uint32_t checks = ((1u << static_cast<unsigned>(BugKind::count)) - 1) &
                    ~(1u << static_cast<unsigned>(BugKind::order_race));
  uint64_t max_preemptions = UINT64_MAX;
  uint64_t max_steps = 1'000'000;
  uint64_t max_executions = UINT64_MAX;
  uint64_t seed = 1;       // sampling
  uint64_t bug_depth = 3;  // pct
  uint64_t max_states = UINT64_MAX;
  uint32_t expected_exit = 0;       // the exit status that is right
  uint64_t spurious = 0;            // what happens without reason, in one execution
  uint64_t reuse = 0;               // blocks and thread ids that come back, in one execution
  uint64_t max_stale = UINT64_MAX;  // atomics that miss the newest store, in one execution
  uint64_t memory = 0;              // bytes; 0: half of RAM
  OrderChange order_changes[most_order_changes];  // for `omc check --weaken`
  uint32_t order_change_count = 0;
  double seconds = 0;  // 0: no limit
  uint32_t jobs = 0;   // 0: cores
  bool all = false;
  bool granularity_given = false;  // by the user, who knows what a step is
  bool every_statement = false;
  bool coverage = false;
  uint32_t min_coverage = 0;  // percent
  bool strict = false;
  bool help = false;

  // Executions with random schedules, and no table of visited states.
  bool samples() const { return search == Search::random || search == Search::pct; }
  bool checks_for(BugKind kind) const { return checks >> static_cast<unsigned>(kind) & 1; }
};

enum class OptionType : uint8_t { words, list, count, size, duration, flag, text };

struct OptionRow {
  const char* key;  // --key, and key=value in OMC_OPTIONS
  char letter;      // -j, or 0
  OptionType type;
  bool runtime;       // false: for the driver alone
  const char* value;  // its name in --help; for words: those allowed, with |
  const char* default_text;
  const char* help;
};

// "deadlock|data-race|…": all kinds of bugs.
extern const char* const bug_kind_list;

extern const OptionRow option_rows[];
extern const size_t option_row_count;

// The default of --memory: half of RAM.
uint64_t default_memory();

// Reads "key=value:key=value". On a mistake it returns false, and a message with the nearest match
// in `error`.
bool parse_options(const char* text, Options& options, char* error, size_t error_capacity);
bool set_option(const char* key, const char* value, Options& options, char* error,
                size_t error_capacity);

// Why options that are right by themselves do not go together, or null.
const char* contradiction(const Options& options);

// The row of a key ('-' and '_' are alike), or null.
const OptionRow* find_option(const char* key);
// Copies to `out` the word of a |-separated list that is nearest to `word` by edit distance. With
// null: of the keys. False when none is near.
bool nearest(const char* word, const char* words, char* out, size_t capacity);

}  // namespace omc
