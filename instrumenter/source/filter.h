// What is left alone: files that are not the project's or can not be edited safely, functions that
// the compiler evaluates or that have no ordinary body. Each time, the reason is kept for the user.
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
  // The file in which `location` is, or from where the macro was called that it comes from.
  bool takes(clang::SourceLocation location) const;
  bool takes(const clang::FunctionDecl& function);
  bool takes(const clang::LambdaExpr& lambda);

  // Whether the file's text stays as it is for a reason, and not only for want of statements.
  bool leaves(clang::FileID file) const;

  // For what turns out while edits are made; the file's edits are dropped at the end.
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
