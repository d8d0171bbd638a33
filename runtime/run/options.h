// The option table: one row for each thing a user can set. It drives the flags of `omc check`, the
// keys of OMC_OPTIONS, --help and the docs. The runtime reads OMC_OPTIONS; the driver turns flags
// into it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "run/run.h"

namespace omc {

struct Options {
  Mode mode = Mode::dormant;
  Search search = Search::pruned;
  Engine engine = Engine::rewind;
  Granularity granularity = Granularity::sync;
  // A bit for each BugKind.
  uint32_t checks = ((1u << static_cast<unsigned>(BugKind::count)) - 1) &
                    ~(1u << static_cast<unsigned>(BugKind::order_race));
  uint64_t max_preemptions = UINT64_MAX;
  uint64_t max_steps = 1'000'000;
  uint64_t max_executions = UINT64_MAX;
  uint64_t max_states = UINT64_MAX;
  uint64_t spurious = 0;  // wake-ups without reason in one execution
  uint64_t memory = 0;    // bytes; 0: half of RAM
  double seconds = 0;     // 0: no limit
  uint32_t jobs = 0;      // 0: cores
  bool all = false;
  bool every_statement = false;
  bool strict = false;
  bool help = false;

  bool checks_for(BugKind kind) const { return checks >> static_cast<unsigned>(kind) & 1; }
};

enum class OptionType : uint8_t { words, list, count, size, duration, flag, text };

struct OptionRow {
  const char* key;  // --key, and key=value in OMC_OPTIONS
  char letter;      // -j, or 0
  OptionType type;
  bool runtime;       // false: the driver alone cares
  const char* value;  // how --help calls the value; for words: those allowed, with |
  const char* default_text;
  const char* help;
};

// "deadlock|data-race|…", the kinds of bugs by their words.
extern const char* const bug_kind_list;

extern const OptionRow option_rows[];
extern const size_t option_row_count;

// What --memory is when it is not given: half of the machine's memory.
uint64_t default_memory();

// Sets what `text` ("key=value:key=value") says. On a mistake gives false and a message with the
// nearest match in `error`.
bool parse_options(const char* text, Options& options, char* error, size_t error_capacity);
bool set_option(const char* key, const char* value, Options& options, char* error,
                size_t error_capacity);

// The row of a key ('-' and '_' are alike), or null.
const OptionRow* find_option(const char* key);
// The word of a |-separated list nearest to `word` by edit distance, or of the keys when `words` is
// null; copies it to `out` and gives false when nothing is near.
bool nearest(const char* word, const char* words, char* out, size_t capacity);

}  // namespace omc
