// Bugs that the user does not want to see, in ThreadSanitizer's grammar: lines `kind:pattern`. The
// pattern is searched for in the names of functions, files, variables and modules that take part.
// `*` stands for anything, `^` and `$` for begin and end.
#pragma once

#include <string>
#include <vector>

#include "debuginfo/symbols.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "report.h"
#include "run/run.h"

namespace omc::driver {

// A name that a pattern may match.
struct Subject {
  std::string name;
  bool is_top = false;  // the function that itself makes an access of a race
};

// The names of everything that takes part in a recorded bug.
std::vector<Subject> subjects_of(const Run& run, const BugRecord& bug, Symbols& symbols);

// Whether the pattern is found in the name.
bool matches(llvm::StringRef pattern, llvm::StringRef name);

class Suppressions {
 public:
  // An error names file and line of the first mistake.
  static llvm::Expected<Suppressions> read(const std::string& file);
  static llvm::Expected<Suppressions> parse(llvm::StringRef text, const std::string& file);
  bool empty() const { return rows_.empty(); }
  // The index of the first line that matches the bug, or -1.
  int find(BugKind kind, const std::vector<Subject>& subjects) const;
  std::vector<SuppressionUse> uses() const { return rows_; }
  SuppressionUse& operator[](size_t row) { return rows_[row]; }

 private:
  std::vector<SuppressionUse> rows_;
};

}  // namespace omc::driver
