// What the instrumenter leaves alone. Of files: those that do not belong to the project or cannot
// be edited safely. Of functions: those that the compiler evaluates or that have no ordinary body.
// The filter keeps each reason for the user.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/Error.h"
#include "source/parse.h"

namespace omc::source {

class Filter {
 public:
  static llvm::Expected<Filter> make(const Parsed& parsed, const std::vector<std::string>& only,
                                     const std::vector<std::string>& exclude);

  bool takes(clang::FileID file) const { return takes_.contains(file); }
  // Whether it takes the file of `location`; for a location in a macro, the file of the call.
  bool takes(clang::SourceLocation location) const;
  bool takes(const clang::FunctionDecl& function);
  bool takes(const clang::LambdaExpr& lambda);

  // Whether the filter is the reason that the file stays as it is.
  bool leaves(clang::FileID file) const;

  // For a reason that appears only while edits are collected. drop_late_files then drops the edits
  // of the file.
  void leave_file(clang::FileID file, const std::string& reason);
  void drop_late_files(Edits& edits) const;
  void note(clang::SourceLocation location, const std::string& reason);

  const std::vector<std::string>& left_alone() const { return left_alone_; }

 private:
  explicit Filter(const Parsed& parsed) : parsed_(&parsed) {}
  std::string why_not(clang::FileID file, const std::string& path) const;
  std::string why_not(const clang::FunctionDecl& function) const;

  const Parsed* parsed_;
  std::vector<std::string> only_, exclude_;
  std::set<clang::FileID> takes_, late_;
  std::vector<std::string> left_alone_;
  std::set<std::string> noted_;
};

}  // namespace omc::source
