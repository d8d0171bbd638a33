// The statements with a hook of a file, from the list that omc-versions.so has put into it
// (instrumenter/pass/statement_list.h). What GCC has compiled has no such list.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "llvm/ADT/StringRef.h"

namespace omc::driver {

// Lines and columns, by source file.
using StatementList = std::map<std::string, std::set<std::pair<unsigned, unsigned>>>;

// Adds the statements of an ELF file.
void add_statements(const std::string& file, StatementList& list);

// The same from the contents of the section; false when they are damaged.
bool read_statements(llvm::StringRef section, StatementList& list);

}  // namespace omc::driver
