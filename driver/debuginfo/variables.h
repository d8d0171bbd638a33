// The variables of a file, from its debug information: which variable an address lies in, by name
// and member path.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ObjectFile.h"

namespace omc::driver {

struct Variable {
  uint64_t address = 0, size = 0;
  std::string name;
  llvm::DWARFDie type;
  uint64_t offset = 0;  // in the type: where only a part of the variable exists
  llvm::DWARFDie declared;
};

struct Declaration {
  std::string type;  // of what the address lies in, which may be a member; empty: unknown
  std::string file;  // of the variable
  unsigned line = 0;
  bool is_static = false;  // in a function
};

struct LocalVariable {
  std::string name;    // "total.sum"; empty when there is none
  unsigned depth = 0;  // of inlining of the function that it belongs to; 0 has the frame
};

// A part of a variable that has no parts of its own.
struct Leaf {
  std::string name;  // "accounts[1].balance"
  uint64_t address = 0, size = 0;
  llvm::DWARFDie type;
  unsigned bit_offset = 0, bit_size = 0;  // of a bit-field, whose bit_size is not 0
};

class Variables {
 public:
  explicit Variables(const std::string& file);
  // The variables with a fixed address, sorted; addresses are the file's.
  const std::vector<Variable>& all() const { return contents_->variables; }
  const Variable* find(uint64_t address) const;
  // "accounts[1].m" for the address of a mutex; empty when no variable is there.
  std::string name_of(uint64_t address) const;
  Declaration declaration_at(uint64_t address) const;
  // "depth", for a thread-local variable at this distance from the thread pointer. Only for a
  // program: a library's distance is fixed when it is loaded.
  std::string thread_local_at(int64_t from_thread_pointer) const;
  // The local variable at this distance from the frame pointer of the function that the pc is in.
  LocalVariable local_at(uint64_t pc, int64_t from_frame) const;
  // Calls `visit` for each leaf of the variable; stops when that returns false.
  void for_each_leaf(const Variable& variable, const std::function<bool(const Leaf&)>& visit) const;

 private:
  struct Contents {
    ~Contents();
    void read(const std::string& file);
    std::string thread_local_at(int64_t from_thread_pointer) const;
    LocalVariable local_at(uint64_t pc, int64_t from_frame) const;
    llvm::object::OwningBinary<llvm::object::ObjectFile> binary;
    std::unique_ptr<llvm::DWARFContext> dwarf;
    std::vector<Variable> variables, thread_locals;
  };
  // Runs what reads the contents. Leaves them behind when that shows that the file is damaged.
  void read_contents(llvm::function_ref<void()> read) const;

  std::string file_;
  mutable std::unique_ptr<Contents> contents_;
};

}  // namespace omc::driver
