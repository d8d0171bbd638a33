// Statements of source files, each on one line, and the objects that they name.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace omc::driver {

// Reads files once. Column 1 is the first of a line; 0 means that only the line is known.
class SourceText {
 public:
  std::string statement(const std::string& file, unsigned line, unsigned column);
  // The column of the first statement on a line, behind closing braces; 0 when there is none.
  unsigned first_column(const std::string& file, unsigned line);

 private:
  const std::string& text_of(const std::string& file);

  std::map<std::string, std::string> files_;
};

// The statement that begins at `begin` of `text`: up to its semicolon, or to the block it heads.
std::string statement_at(std::string_view text, size_t begin);

// What a locking statement locks, as it is written there: "from.m" of
// "std::lock_guard<std::mutex> l(from.m);". Empty when the text does not show it.
std::string locked_expression(std::string_view statement);

// The same for the condition variable of a statement that waits or signals.
std::string signalled_expression(std::string_view statement);

// The same for an atomic. Empty also where the statement has several such operations.
enum class AtomicCall { load, store, update };
std::string atomic_expression(std::string_view statement, AtomicCall call);

}  // namespace omc::driver
