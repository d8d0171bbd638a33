// The instrumenter through its API: what needs files of odd forms, several files, or a look at the
// whole result. What one source shows by itself is in test/instrument.
// COVERS: instrumenter/source/instrument instrumenter/source/parse instrumenter/source/filter

#include "source/instrument.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

namespace fs = std::filesystem;

namespace {

// A folder with files, gone when the test ends.
struct Project {
  Project() {
    std::string name = (fs::temp_directory_path() / "omc-instrument-XXXXXX").string();
    folder = mkdtemp(name.data());
  }
  ~Project() { fs::remove_all(folder); }

  Project& file(const std::string& name, const std::string& text) {
    fs::create_directories((folder / name).parent_path());
    std::ofstream(folder / name, std::ios::binary) << text;
    return *this;
  }

  llvm::Expected<omc::source::InstrumentResult> try_instrument(std::vector<std::string> command) {
    request.directory = folder;
    request.command = std::move(command);
    return omc::source::instrument(request);
  }

  omc::source::InstrumentResult instrument(std::vector<std::string> command = {"clang++-19", "-c",
                                                                               "a.cpp"}) {
    auto result = try_instrument(std::move(command));
    std::string message = result ? "" : llvm::toString(result.takeError());
    INFO(message);
    REQUIRE(message.empty());
    return std::move(*result);
  }

  std::string error(std::vector<std::string> command) {
    auto result = try_instrument(std::move(command));
    REQUIRE(!result);
    return llvm::toString(result.takeError());
  }

  fs::path folder;
  omc::source::InstrumentRequest request;
};

std::string text_of(const omc::source::InstrumentResult& result, const std::string& name) {
  for (auto& file : result.files)
    if (fs::path(file.path).filename() == name) return file.text;
  return "unchanged";
}

bool mentions(const omc::source::InstrumentResult& result, const std::string& words) {
  for (auto& line : result.left_alone)
    if (line.find(words) != std::string::npos) return true;
  return false;
}

std::string one(const std::string& text,
                std::vector<std::string> command = {"clang++-19", "-c", "a.cpp"}) {
  return Project().file("a.cpp", text).instrument(std::move(command)).files[0].text;
}

}  // namespace

TEST_CASE("the paper's listing") {
  CHECK(one("#include <thread>\n"
            "void print(char);\n"
            "void thread0() {\n"
            "  print('a');\n"
            "  print('b');\n"
            "}\n"
            "void run() { std::thread(thread0).join(); }\n") ==
        "#include <thread>\n"
        "void print(char);\n"
        "void thread0() { __omc_done();\n"
        "  __omc_hook(3); print('a');\n"
        "  __omc_hook(3); print('b');\n"
        "}\n"
        "void run() { __omc_hook(14); std::thread(thread0).join(); }\n");
}

TEST_CASE("line ends, marks and tabs stay as they are") {
  CHECK(one("int f(int x) {\r\n\tif (x)\r\n\t\tx++;\r\n\treturn x;\r\n}\r\n") ==
        "int f(int x) {\r\n\t__omc_hook(2); if (x)\r\n\t\t{ __omc_hook(3); x++; }\r\n"
        "\t__omc_hook(2); return x;\r\n}\r\n");
  CHECK(one("\xEF\xBB\xBFint f() { return 1; }\nint g() { return 2; }") ==
        "\xEF\xBB\xBFint f() { __omc_hook(11); return 1; }\nint g() { __omc_hook(11); return 2; }");
  CHECK(one("int f() { return 1; }") == "int f() { __omc_hook(11); return 1; }");
  CHECK(one("int f(int x) { if (x) x\\\n++\\\n; return x; }\n") ==
        "int f(int x) { __omc_hook(16); if (x) { __omc_hook(23); x\\\n++\\\n; } __omc_hook(3); "
        "return x; }\n");
  CHECK(one("int f(int x) { const char* s = \"\xC3\xA9\"; return s[x]; }\n") ==
        "int f(int x) { const char* s = \"\xC3\xA9\"; __omc_hook(38); return s[x]; }\n");
  CHECK(one("#line 7 \"gram.y\"\nint f() { return 1; }\n") ==
        "#line 7 \"gram.y\"\nint f() { __omc_hook(11); return 1; }\n");
  CHECK(one("int f(int x) <% if (x) <% x++; %> return x; %>\n") ==
        "int f(int x) <% __omc_hook(17); if (x) <% __omc_hook(27); x++; %> __omc_hook(35); return "
        "x; %>\n");
  CHECK(one("").empty());
}

TEST_CASE("instrumented text is not instrumented again") {
  std::string hooks = "#define __omc_hook(n) ((void)n)\n";
  std::string once = one("int f() { return 1; }\n");
  Project project;
  auto again = project.file("a.cpp", once)
                   .file("hooks.h", hooks)
                   .instrument({"clang++-19", "-include", "hooks.h", "-c", "a.cpp"});
  CHECK(again.files[0].text == once);
  CHECK(mentions(again, "instrumented already"));
  // To speak of a hook is not to have one.
  CHECK(one("// __omc_hook(3);\nint f() { return 1; }\n") ==
        "// __omc_hook(3);\nint f() { __omc_hook(11); return 1; }\n");
}

TEST_CASE("headers of the project are instrumented, those of the system are not") {
  Project project;
  project.file("inc/own.h", "#pragma once\ninline int own() { return 1; }\n")
      .file("sys/theirs.h", "inline int theirs() { return 1; }\n")
      .file("plain.h", "int declared();\n")
      .file("a.cpp",
            "#include \"inc/own.h\"\n#include \"inc/../inc/own.h\"\n#include <theirs.h>\n"
            "#include \"plain.h\"\nint f() { return own() + theirs(); }\n");
  auto result = project.instrument({"clang++-19", "-isystem", "sys", "-c", "a.cpp"});
  REQUIRE(result.files.size() == 2);
  CHECK(result.files[0].is_main);
  CHECK(result.files[0].path == (project.folder / "a.cpp").string());
  CHECK(result.files[0].hooks == 1);
  CHECK(!result.files[1].is_main);
  CHECK(result.files[1].path == (project.folder / "inc/own.h").string());
  CHECK(result.files[1].text == "#pragma once\ninline int own() { __omc_hook(20); return 1; }\n");
}

TEST_CASE("a header that is no ordinary header is left alone") {
  Project project;
  project.file("twice.h", "inline int NAME() { return 1; }\n")
      .file("body.inc", "x++;\nif (x) { x--; }\n")
      .file("linked/real.h", "#pragma once\ninline int real() { return 1; }\n")
      .file("guarded.h",
            "int seen();\n#ifndef G\n#define G\ninline int g() { return 1; }\n#endif\n")
      .file("a.cpp",
            "#define NAME one\n#include \"twice.h\"\n#undef NAME\n#define NAME two\n"
            "#include \"twice.h\"\n#include \"linked/real.h\"\n#include \"link.h\"\n"
            "int f(int x) {\n#include \"body.inc\"\n  return x;\n}\n");
  fs::create_symlink("linked/real.h", project.folder / "link.h");
  auto result = project.instrument();
  REQUIRE(result.files.size() == 1);
  CHECK(result.files[0].hooks == 1);
  CHECK(mentions(result, "twice.h:1: included more than once"));
  CHECK(mentions(result, "body.inc:1: included inside a function"));
  CHECK(mentions(result, "real.h:1: included under two names"));
}

TEST_CASE("an extern C block around an include") {
  Project project;
  project.file("c.h", "static inline int c(void) { return 1; }\n")
      .file("a.cpp", "extern \"C\" {\n#include \"c.h\"\n}\nint f() { return c(); }\n");
  CHECK(text_of(project.instrument(), "c.h") ==
        "static inline int c(void) { __omc_hook(29); return 1; }\n");
}

TEST_CASE("only and exclude") {
  Project project;
  project.file("src/a.cpp", "#include \"b.h\"\nint f() { return b(); }\n")
      .file("src/b.h", "inline int b() { return 1; }\n");
  auto hooks = [&](std::vector<std::string> only, std::vector<std::string> exclude) {
    project.request.only = std::move(only);
    project.request.exclude = std::move(exclude);
    auto result = project.instrument({"clang++-19", "-c", "src/a.cpp"});
    unsigned sum = 0;
    for (auto& file : result.files) sum += file.hooks * (file.is_main ? 1 : 10);
    return sum;
  };
  CHECK(hooks({}, {}) == 11);
  CHECK(hooks({"*.h"}, {}) == 10);
  CHECK(hooks({"b.h"}, {}) == 10);
  CHECK(hooks({"src/*"}, {"a.cpp"}) == 10);
  CHECK(hooks({project.folder.string() + "/src/a.cpp"}, {}) == 1);
  CHECK(hooks({"lib/*"}, {}) == 0);
  CHECK(hooks({}, {"src/*"}) == 0);
  project.request.exclude = {"[z-a"};
  CHECK_THAT(project.error({"clang++-19", "-c", "src/a.cpp"}),
             Catch::Contains("'[z-a' is not valid"));
}

TEST_CASE("naive hooks") {
  Project project;
  project.request.naive = true;
  project.file("a.cpp", "int n;\nvoid f() { int i; i = 1; n = i; }\n");
  auto naive = project.instrument().files[0];
  CHECK(naive.text ==
        "int n;\nvoid f() { __omc_hook(12); int i; __omc_hook(19); i = 1; __omc_hook(26); n = i; "
        "}\n");
  CHECK(naive.needless == 0);
  project.request.naive = false;
  auto file = project.instrument().files[0];
  CHECK(file.text == "int n;\nvoid f() { int i; i = 1; __omc_hook(26); n = i; }\n");
  CHECK(file.hooks == 1);
  CHECK(file.needless == 1);
}

TEST_CASE("what was left alone, and why") {
  Project project;
  project.file("a.cpp",
               "\nconsteval int f() { return 1; }\nvoid g();\n"
               "#define TWICE(x) x; x\n#define TEXT_(x) #x\n#define TEXT(x) TEXT_(x)\n"
               "const char* t = TEXT(TWICE(g()));\nvoid h() { TWICE(g()); }\n"
               "#define SAID(x) (void)#x; x\nvoid k() { SAID(({ g(); g(); })); }\n");
  auto result = project.instrument({"clang++-19", "-std=c++20", "-c", "a.cpp"});
  auto path = (project.folder / "a.cpp").string();
  CHECK(result.left_alone == std::vector<std::string>{path + ":2: consteval",
                                                      path + ":4: the body of a macro",
                                                      path + ":10: in the argument of a macro"});
}

TEST_CASE("commands in all their forms") {
  std::string with_hook = "int f() { __omc_hook(11); return 1; }\n";
  Project project;
  project.file("a.cpp", "int f() { return 1; }\n").file("a.c", "int f() { return 1; }\n");
  project.file("odd.txt", "int f() { return 1; }\n").file("args", "-std=c++20 -c a.cpp\n");
  auto text = [&](std::vector<std::string> command) {
    return project.instrument(std::move(command)).files[0].text;
  };
  CHECK(text({"clang++-19", "-std=c++20", "-O2", "-g", "-o", "x.o", "-c", "a.cpp"}) == with_hook);
  CHECK(text({"clang-19", "-c", "a.c", "-MD", "-MF", "x.d", "-save-temps", "-v"}) == with_hook);
  CHECK(text({"/usr/bin/clang++-19", "-x", "c++", "odd.txt"}) == with_hook);
  CHECK(text({"clang++-19", "@args"}) == with_hook);
  CHECK(text({"clang++-19", "-fsanitize=thread", "-Wall", "-Werror", "-S", "a.cpp"}) == with_hook);
  CHECK(text({"clang++-19", (project.folder / "a.cpp").string()}) == with_hook);
  CHECK(!fs::exists(project.folder / "x.o"));
  CHECK(!fs::exists(project.folder / "x.d"));
}

TEST_CASE("a warning made an error does not keep a file from being instrumented") {
  CHECK(one("int f() { int unused; return 1; }\n",
            {"clang++-19", "-Wall", "-Werror", "-c", "a.cpp"}) ==
        "int f() { int unused; __omc_hook(23); return 1; }\n");
}

TEST_CASE("what cannot be instrumented is an error") {
  Project project;
  project.file("a.cpp", "int f( { return 1; }\n")
      .file("b.cpp", "#include \"none.h\"\n")
      .file("a.s", "");
  CHECK_THAT(project.error({"clang++-19", "-c", "a.cpp"}),
             Catch::Contains("a.cpp does not compile"));
  CHECK_THAT(project.error({"clang++-19", "-c", "b.cpp"}),
             Catch::Contains("b.cpp does not compile"));
  CHECK(!project.error({"clang++-19", "-c", "none.cpp"}).empty());
  CHECK(!project.error({"clang++-19", "-c", "a.s"}).empty());
  CHECK(!project.error({"clang++-19", "--no-such-flag", "-c", "a.cpp"}).empty());
  CHECK(!project.error({"clang++-19", "-x", "c++", "-c", "-"}).empty());
  CHECK(!project.error({}).empty());
  project.file("a.ii", "int f() { return 1; }\n");
  CHECK_THAT(project.error({"clang++-19", "-c", "a.ii"}), Catch::Contains("preprocessed"));
  project.file("m.cpp", "export module m;\nexport int f() { return 1; }\n");
  CHECK_THAT(project.error({"clang++-19", "-std=c++20", "-c", "m.cpp"}), Catch::Contains("module"));
}

TEST_CASE("long chains of else if stay within the compiler's limit on braces") {
  std::string text = "int f(int x) {\n  if (x == 0) return 0;\n";
  for (int i = 1; i < 2000; i++) text += "  else if (x == " + std::to_string(i) + ") return 1;\n";
  text += "  return 2;\n}\n";
  auto result = one(text);
  int depth = 0, deepest = 0;
  for (char c : result) {
    depth += (c == '{') - (c == '}');
    deepest = std::max(deepest, depth);
  }
  CHECK(depth == 0);
  CHECK(deepest < 200);
  CHECK(result.find("{ __omc_hook(23); return 1; }") != std::string::npos);
}
