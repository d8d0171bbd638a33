// Addresses of a run → names: which function a pc is in, what an object is called. Knows the
// modules that the program had loaded and the names that it gave with omc_name.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "debuginfo/variables.h"
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
  // Where the call that returns to `pc` stands, by debug information alone: the innermost place
  // outside of system headers.
  Place code_place(const std::string& file, uint64_t offset);
  // The function that the call that returns to `offset` of `file` stands in, and those that it is
  // inlined into, in turn.
  struct Call {
    std::vector<std::string>
        names;  // "Queue::pop(int)", "Queue::pop"; of a lambda also what reports call it
    std::string file;
  };
  std::vector<Call> calls_at(const std::string& file, uint64_t offset);
  // The loaded file that a pc is in and its place there; 0 when there is none.
  std::pair<std::string, uint64_t> in_file(uint64_t pc);
  // The same object in a file, wherever that is loaded.
  std::string object_in(const std::string& file, uint64_t offset);
  // "transfer"; a lambda is called by its line.
  std::string function(uint64_t pc);
  // A variable of a function, by its distance from the frame pointer: `pc` of `file` lies in the
  // function.
  struct Local {
    std::string name, function;  // empty where unknown
  };
  Local local_at(const std::string& file, uint64_t pc, int64_t from_frame);
  // A thread-local variable of the program itself, by its distance from the thread pointer.
  std::string thread_local_at(int64_t from_thread_pointer);
  // What the program called the address with omc_name.
  std::string given_name(uint64_t address) const;
  // What the program or its debug information calls the object; empty when nothing is known.
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
  // What the debug information says about a pc.
  struct Code {
    std::string function;
    std::string file;  // absolute
  };
  const Code& code(uint64_t pc);
  // Where the file that __FILE__ calls `name` in the code at `pc` is, seen from here.
  std::string find_file(const std::string& name, uint64_t pc);
  Module* module_of(uint64_t address);
  // Of those that the pc is in, by inlining: the outermost is at depth 0.
  std::string function_around(const std::string& file, uint64_t pc, unsigned depth);

  std::vector<Module> modules_;  // by base
  std::string program_;          // path of the program itself
  std::map<uint64_t, std::string> names_;
  std::map<uint64_t, Code> codes_;
  std::map<std::string, std::string> files_;  // by the name that __FILE__ gives
  std::unique_ptr<llvm::symbolize::LLVMSymbolizer> symbolizer_;
};

// A path under the working directory, seen from there; any other as it is.
std::string near_path(const std::string& path);

}  // namespace omc::driver
