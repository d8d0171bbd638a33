// What compiler commands mean. The files that they name are made in a folder of their own, because
// the compiler's driver looks for them.
// COVERS: driver/compile/compile_line

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "compile/compile_line.h"
#include "compile/compilers.h"
#include "launch/command.h"
#include "launch/temporary_folder.h"

using namespace omc;
using namespace omc::driver;

namespace {

// Runs a test in a folder with a few sources.
class InFolder {
 public:
  InFolder() : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder_.path());
    for (const char* file : {"a.cpp", "b.cpp", "c.c", "s.S", "o.o", "m.i"})
      std::ofstream(file) << "\n";
    std::ofstream("args.rsp") << "-DX=1 a.cpp -c";
  }
  ~InFolder() { std::filesystem::current_path(before_); }

 private:
  TemporaryFolder folder_;
  std::filesystem::path before_;
};

CompileLine line_of(const Words& arguments) {
  InFolder folder;
  return read_compile_line(find_command(cxx_compiler()), arguments);
}

Words sources_of(const CompileLine& line) {
  Words out;
  for (const Source& source : line.sources) out.push_back(source.file);
  return out;
}

bool is_plain(const Words& arguments) {
  CompileLine line = line_of(arguments);
  return !line.compiles && !line.links;
}

}  // namespace

TEST_CASE("compiling one source") {
  CompileLine line = line_of({"-O2", "-c", "a.cpp", "-o", "x.o"});
  CHECK(line.compiles);
  CHECK(!line.links);
  CHECK(!line.says_debug);
  CHECK(sources_of(line) == Words{"a.cpp"});
}

TEST_CASE("compiling and linking several") {
  CompileLine line = line_of({"a.cpp", "c.c", "o.o", "-o", "prog", "-lpthread", "-g"});
  CHECK(line.compiles);
  CHECK(line.links);
  CHECK(line.says_debug);
  CHECK(!line.other_inputs_compile);
  CHECK(sources_of(line).size() == 2);
}

TEST_CASE("linking alone") {
  CompileLine line = line_of({"o.o", "-o", "prog"});
  CHECK(!line.compiles);
  CHECK(line.links);
  CHECK(!line.is_static);
  CHECK(line_of({"o.o", "-static"}).is_static);
  CHECK(!line_of({"o.o", "-static-libstdc++"}).is_static);
  CHECK(line_of({"-shared", "o.o", "-o", "x.so"}).links);
  CHECK(!line_of({"-r", "o.o", "-o", "x.o"}).links);
}

TEST_CASE("what is not omc's business") {
  CHECK(is_plain({"-E", "a.cpp"}));
  CHECK(is_plain({"-M", "a.cpp"}));
  CHECK(is_plain({"-MM", "a.cpp"}));
  CHECK(is_plain({"-fsyntax-only", "a.cpp"}));
  CHECK(is_plain({"--version"}));
  CHECK(is_plain({"-print-search-dirs"}));
  CHECK(is_plain({"-dumpmachine"}));
  CHECK(is_plain({"-###", "a.cpp"}));
  CHECK(is_plain({"-x", "c++-header", "a.cpp", "-o", "a.pch"}));
  CHECK(is_plain({"-c", "nowhere.cpp"}));
  CHECK(is_plain({"-c", "--no-such-flag", "a.cpp"}));
  CHECK(is_plain({}));
}

TEST_CASE("inputs that cannot be instrumented") {
  CHECK(!line_of({"-c", "s.S"}).compiles);
  CHECK(line_of({"-x", "cpp-output", "-c", "m.i"}).sources.at(0).text == Source::preprocessed);
  CompileLine mixed = line_of({"a.cpp", "s.S", "-o", "x"});
  CHECK(sources_of(mixed) == Words{"a.cpp"});
  CHECK(mixed.other_inputs_compile);
  CHECK(line_of({"-x", "c++", "-", "-c"}).sources.at(0).text == Source::standard_input);
  CHECK(line_of({"-x", "c++", "m.i", "-c"}).sources.at(0).text == Source::ordinary);
}

TEST_CASE("flags that only GCC knows") {
  InFolder folder;
  Words command = {"-fconserve-stack", "-c", "a.cpp", "-o", "x.o"};
  CompileLine line = read_compile_line("/usr/bin/g++-12", command);
  CHECK(line.by_gcc);
  CHECK(line.compiles);
  CHECK(line.arguments.at(0).kind == Argument::gcc);
  Words parsed = parse_command(line, 0);
  CHECK(std::find(parsed.begin(), parsed.end(), "-fconserve-stack") == parsed.end());
  CHECK(!read_compile_line("/usr/bin/clang++-19", command).compiles);
}

TEST_CASE("which compilers are GCC") {
  for (const char* name : {"gcc", "g++", "/usr/bin/g++-12", "x86_64-linux-gnu-gcc-12.2"})
    CHECK(is_gcc(name));
  for (const char* name : {"clang", "clang++-19", "clang-g++", "icpc", "tcc"}) CHECK(!is_gcc(name));
}

TEST_CASE("assembly output and response files") {
  CHECK(line_of({"-S", "a.cpp"}).compiles);
  CompileLine line = line_of({"@args.rsp"});
  CHECK(sources_of(line) == Words{"a.cpp"});
  CHECK(!line.links);
}

TEST_CASE("where dependencies would go") {
  CompileLine line = line_of({"-MMD", "-c", "a.cpp", "-o", "out.o"});
  CHECK(line.sources[0].depfile == "out.d");
  CHECK(line.sources[0].dependency_targets == Words{"out.o"});
  CHECK(line_of({"-MD", "-MF", "dep", "-MT", "t", "-c", "a.cpp"}).sources[0].depfile == "dep");
  CHECK(line_of({"-c", "a.cpp"}).sources[0].depfile.empty());
}

TEST_CASE("the command that parses one source of several") {
  CompileLine line =
      line_of({"-DA=1", "a.cpp", "b.cpp", "o.o", "-MD", "-o", "prog", "-lm", "-Wl,-z,now"});
  CHECK(parse_command(line, 1) == Words{line.compiler, "-fsyntax-only", "-D", "A=1", "b.cpp"});
}
