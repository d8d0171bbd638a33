// Questions about types in debug information.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llvm/DebugInfo/DWARF/DWARFDie.h"

namespace omc::driver {

// The type without typedefs and qualifiers; invalid for void.
llvm::DWARFDie plain_type(llvm::DWARFDie type);
llvm::DWARFDie type_of(llvm::DWARFDie die);
// Registers the definition of a class while the debug information of its file is read; type_of then
// gives it for each declaration.
void register_definition(llvm::DWARFDie record);
void forget_definitions(const llvm::DWARFContext& file);
uint64_t size_of(llvm::DWARFDie type);
bool is_array(llvm::DWARFDie type);
bool is_record(llvm::DWARFDie type);  // struct, class or union
uint64_t unsigned_attribute(llvm::DWARFDie die, llvm::dwarf::Attribute attribute,
                            uint64_t otherwise);

// Element counts of an array, outermost first; 0 where unknown.
std::vector<uint64_t> dimensions(llvm::DWARFDie array);

// A member or a base class of a record.
struct Part {
  std::string name;  // empty for a base class and for a member whose name is private to a library
  uint64_t offset = 0;
  unsigned bit_offset = 0, bit_size = 0;
  llvm::DWARFDie type;
};
std::vector<Part> parts_of(llvm::DWARFDie record);

// A type that a report shows as one thing: a mutex, an atomic, a condition variable.
bool is_opaque(llvm::DWARFDie type);

// The name with its namespaces: "bank::accounts".
std::string qualified_name(llvm::DWARFDie die);

}  // namespace omc::driver
