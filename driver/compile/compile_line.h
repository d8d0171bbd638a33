// What a compiler command means: which sources it compiles, whether it links, what it writes.
// Clang's own driver reads the command, so every flag means here what it means there.
#pragma once

#include <string>
#include <vector>

namespace omc::driver {

// One argument of the command with its value, response files expanded.
struct Argument {
  enum Kind { other, source, input, output, dependency, phase, link, gcc };
  std::vector<std::string> words;
  // `source` is C or C++, `input` any other input; `gcc` is a flag that only GCC knows.
  Kind kind = other;
};

struct Source {
  enum Text { ordinary, preprocessed, standard_input };
  std::string file;      // as the command spells it
  size_t argument = 0;   // its index in `arguments`
  Text text = ordinary;  // only ordinary text can be instrumented
  std::string depfile;   // what -MD or -MMD would write; empty for none
  std::vector<std::string> dependency_targets;
  std::vector<std::string> coverage;  // flags of the compiler proper for its coverage files
};

struct CompileLine {
  std::string compiler;
  bool by_gcc = false;
  std::vector<Argument> arguments;
  std::vector<Source> sources;  // of C and C++
  bool compiles = false;        // makes objects, assembly or bitcode of at least one source
  bool links = false;           // makes an executable or a shared object
  bool joins = false;           // makes one file of all inputs: links, or -r
  bool is_static = false;
  bool says_debug = false;            // has a -g flag, which omc leaves alone
  bool is_verbose = false;            // -v
  bool other_inputs_compile = false;  // assembly or a module is compiled too
};

// Reads `compiler arguments…`. A command that omc passes on unchanged neither compiles nor links
// here: one that asks the compiler something, preprocesses, precompiles a header, or is wrong.
CompileLine read_compile_line(const std::string& compiler,
                              const std::vector<std::string>& arguments);

// The command that parses source `which` as the compile line would, and does nothing else.
std::vector<std::string> parse_command(const CompileLine& line, size_t which);

}  // namespace omc::driver
