// Names for the addresses of a run: the function that a pc is in, the name of an object. It uses
// the modules that the program had loaded and the names that the program gave with omc_name.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "debuginfo/variables.h"
#include "llvm/DebugInfo/DIContext.h"
#include "llvm/Support/Error.h"
#include "report.h"
#include "run/run.h"

namespace llvm::symbolize {
class LLVMSymbolizer;
}

namespace omc::driver {

class Symbols {
 public:
  explicit Symbols(const Run& run);
  ~Symbols();

  Place place(const Run& run, const Site& site);
  // The place of the call that returns to `offset` of `file`, by debug information alone: the
  // innermost one outside of system headers.
  Place code_place(const std::string& file, uint64_t offset);
  // The function with the call that returns to `offset` of `file`, and those that it is inlined
  // into, innermost first.
  struct Call {
    // "Queue::pop(int)", "Queue::pop"; of a lambda also its name in reports
    std::vector<std::string> names;
    std::string file;
  };
  std::vector<Call> calls_at(const std::string& file, uint64_t offset);
  // The loaded file that a pc is in and its offset there; offset 0 when there is none.
  std::pair<std::string, uint64_t> in_file(uint64_t pc);
  // The name of the object at an offset of a file, wherever that is loaded.
  std::string object_in(const std::string& file, uint64_t offset);
  // "int, global, declared at bank.cpp:4" of the variable there; empty when there is none.
  std::string declaration(const std::string& file, uint64_t offset);
  // "transfer"; "main lambda" for a lambda in main.
  std::string function(uint64_t pc);
  // The local variable at a distance from the frame pointer of the function that `pc` is in.
  struct Local {
    std::string name, function;  // empty where unknown
  };
  Local local_at(const std::string& file, uint64_t pc, int64_t from_frame);
  // A thread-local variable of the program itself, by its distance from the thread pointer.
  std::string thread_local_at(int64_t from_thread_pointer);
  // The name that the program gave to the address with omc_name.
  std::string given_name(uint64_t address) const;
  // The name of the object, given by the program or from debug information; may be empty.
  std::string object(uint64_t address);

  struct Module {
    uint64_t base = 0;
    std::string path;
    std::unique_ptr<Variables> variables;  // read when first asked for
  };
  // The modules with their variables.
  std::vector<Module>& modules() { return modules_; }
  const Variables& variables(Module& module);

 private:
  // The debug information about a pc.
  struct Code {
    std::string function;
    std::string file;  // absolute
  };
  const Code& code(uint64_t pc);
  // The path from here of the file that __FILE__ calls `name` in the code at `pc`.
  std::string find_file(const std::string& name, uint64_t pc);
  Module* module_of(uint64_t address);
  // The function at an address of a file, and those that it is inlined into, innermost first.
  llvm::DIInliningInfo frames_at(const std::string& file, uint64_t address);
  llvm::DIGlobal data_at(const std::string& file, uint64_t address);
  // A question to the symbolizer about an address of a file, which may be damaged.
  template <class Found>
  using Question = llvm::Expected<Found> (llvm::symbolize::LLVMSymbolizer::*)(
      const std::string&, llvm::object::SectionedAddress);
  template <class Found>
  Found ask(const std::string& file, uint64_t address, Question<Found> question);
  // A read of a damaged file may leave the symbolizer in any state.
  void replace_symbolizer();
  // The function at a depth of inlining around the pc; the outermost is at depth 0.
  std::string function_around(const std::string& file, uint64_t pc, unsigned depth);

  std::vector<Module> modules_;  // by base
  std::string program_;          // path of the program itself
  std::map<uint64_t, std::string> names_;
  std::map<uint64_t, Code> codes_;
  std::map<std::string, std::string> files_;  // by the name that __FILE__ gives
  std::unique_ptr<llvm::symbolize::LLVMSymbolizer> symbolizer_;
};

// The path relative to the working directory, if it lies below that.
std::string near_path(const std::string& path);

}  // namespace omc::driver
