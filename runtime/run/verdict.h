// The verdict of a run, decided in one place for the driver and for a program that is explored
// without it.
#pragma once

#include "run/run.h"

namespace omc {

enum class Verdict : uint8_t {
#define VERDICT(name, exit_code, opening) name,
#include "run/words.def"
};

// Of every verb of omc but cc, which ends with the compiler's.
enum ExitCode : int {
#define VERDICT(name, exit_code, opening) exit_##name = (exit_code),
#include "run/words.def"
};

// As in run.json.
inline constexpr const char* verdict_words[] = {
#define VERDICT(name, exit_code, opening) #name,
#include "run/words.def"
};

// What the verdict line begins with.
inline constexpr const char* verdict_openings[] = {
#define VERDICT(name, exit_code, opening) opening,
#include "run/words.def"
};

constexpr ExitCode exit_code_of(Verdict verdict) {
  constexpr ExitCode codes[] = {
#define VERDICT(name, exit_code, opening) exit_##name,
#include "run/words.def"
  };
  return codes[static_cast<unsigned>(verdict)];
}
constexpr const char* verdict_word(Verdict verdict) {
  return verdict_words[static_cast<unsigned>(verdict)];
}
constexpr const char* verdict_opening(Verdict verdict) {
  return verdict_openings[static_cast<unsigned>(verdict)];
}

// Whether a statement with a hook was executed, be it one that the program's author wrote.
inline bool ran_instrumented_code(const Run& run) { return run.stats.has_sites || run.stats.hooks; }

// A search without instrumented code, or with one thread, has checked nothing.
inline bool is_vacuous(const Run& run) {
  return !ran_instrumented_code(run) || run.stats.threads <= 1;
}

// `has_bugs`: bugs that count were found; `is_cut`: something ended the search early.
inline Verdict verdict_of(const Run& run, bool has_bugs, bool is_cut) {
  if (has_bugs) return Verdict::bug;
  if (is_cut) return Verdict::incomplete;
  return is_vacuous(run) ? Verdict::vacuous : Verdict::ok;
}

}  // namespace omc
