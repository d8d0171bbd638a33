// What happened in a replayed schedule, told in the program's own terms: statements, effects, how
// each thread stands at the end, who holds what.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "debuginfo/source_text.h"
#include "debuginfo/symbolize.h"
#include "report.h"
#include "run/run.h"

#include "llvm/ADT/ArrayRef.h"

namespace omc {

constexpr uint16_t no_owner = 0xffff;  // in a ThreadRecord

llvm::ArrayRef<Event> events_of(const Run& run);
llvm::ArrayRef<ThreadRecord> standing_of(const Run& run);

struct Holding {
  uint64_t object;
  unsigned thread;
  Site since;
};

// Who holds which lock when the events are over. Readers may share one.
std::vector<Holding> holdings(const Run& run, uint64_t events = UINT64_MAX);

// What the mutexes, condition variables and the like of one replay are called.
class ObjectNames {
 public:
  ObjectNames(const Run& run, Symbols& symbols, SourceText& sources);
  std::string operator()(uint64_t address) const;

 private:
  std::map<uint64_t, std::string> names_;
  std::set<std::string> used_;
};

std::vector<Step> tell_steps(const Run& run, Symbols& symbols, SourceText& sources,
                             const ObjectNames& names);

// How the threads stood when the replay `run` ended.
std::vector<ThreadState> tell_threads(const Run& run, Symbols& symbols, SourceText& sources,
                                      const ObjectNames& names);

// One line: what is wrong.
std::string tell_message(const Run& run, const BugRecord& bug,
                         const std::vector<ThreadState>& threads, Symbols& symbols,
                         const ObjectNames& names);

}  // namespace omc
