// An object is recognised by the symbol table: the name of its source file, a mark that the link
// has left, or a label of assembly. Names of sources whose notes say "instrumented" are taken out.
#include "debuginfo/uninstrumented.h"

#include <algorithm>
#include <map>

#include "damaged_file.h"
#include "debuginfo/object_note.h"
#include "launch/temporary_folder.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

extern char** environ;

namespace omc::driver {
namespace {

using llvm::StringRef;
namespace path = llvm::sys::path;

// Files that the C library, the compiler and the sanitizers that omc allows put into programs.
bool is_standard_object(StringRef name) {
  if (name.empty()) return true;
  for (StringRef known :
       {"crt1.o",        "Scrt1.o",         "gcrt1.o",          "crti.o",
        "crtn.o",        "crtstuff.c",      "crtbegin.o",       "crtend.o",
        "init.c",        "abi-note.c",      "static-reloc.c",   "elf-init.c",
        "atexit.c",      "at_quick_exit.c", "pthread_atfork.c", "stack_chk_fail_local.c",
        "stat.c",        "fstat.c",         "lstat.c",          "ld-temp.o",
        "crtfastmath.c", "crtprec.c"})
    if (name == known) return true;
  for (StringRef begin : {"sanitizer_", "ubsan_", "interception_", "unwind-", "libgcc2"})
    if (name.starts_with(begin)) return true;
  return false;
}

bool is_standard_library(StringRef name) {
  for (StringRef known : {
#define STANDARD_LIBRARY(name) name,
#include "run/standard_libraries.def"
#undef STANDARD_LIBRARY
       }) {
    StringRef rest = name;
    if (rest.consume_front(known) && (rest.empty() || rest.starts_with(".so"))) return true;
  }
  return false;
}

// The names of files in the symbol table, each as often as it is there.
std::vector<std::string> read_file_symbols(const std::string& file) {
  std::vector<std::string> out;
  auto binary = llvm::object::ObjectFile::createObjectFile(file);
  if (!binary) return llvm::consumeError(binary.takeError()), out;
  auto* elf = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(binary->getBinary());
  if (!elf) return out;
  for (const llvm::object::ELFSymbolRef& symbol : elf->symbols()) {
    if (symbol.getELFType() != llvm::ELF::STT_FILE) continue;
    auto name = symbol.getName();
    if (name)
      out.push_back(path::filename(*name).str());
    else
      llvm::consumeError(name.takeError());
  }
  return out;
}

std::vector<std::string> file_symbols(const std::string& file) {
  return read_safely(file, [&] { return read_file_symbols(file); });
}

// The label of assembly that gives it no type; a compiler gives all functions one.
std::string untyped_code(const llvm::object::ELFSymbolRef& symbol) {
  bool is_candidate =
      symbol.getELFType() == llvm::ELF::STT_NOTYPE && symbol.getBinding() == llvm::ELF::STB_GLOBAL;
  auto section = is_candidate ? symbol.getSection() : symbol.getObject()->section_end();
  if (!section) return llvm::consumeError(section.takeError()), std::string();
  if (*section == symbol.getObject()->section_end() || !(*section)->isText()) return {};
  auto name = symbol.getName();
  if (!name) return llvm::consumeError(name.takeError()), std::string();
  bool by_linker = *name == "etext" || *name == "_etext" || *name == "__etext";
  return by_linker ? std::string() : name->str();
}

// Objects without the name of a source file: by the marks of the link, or by a label of assembly.
std::vector<std::string> read_nameless_objects(const std::string& file) {
  std::vector<std::string> out, labels;
  auto binary = llvm::object::ObjectFile::createObjectFile(file);
  if (!binary) return llvm::consumeError(binary.takeError()), out;
  auto* elf = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(binary->getBinary());
  if (!elf) return out;
  for (const llvm::object::ELFSymbolRef& symbol : elf->symbols()) {
    if (std::string label = untyped_code(symbol); !label.empty()) labels.push_back(label);
    auto name = symbol.getName();
    if (!name)
      llvm::consumeError(name.takeError());
    else if (StringRef object = *name; object.consume_front(plain_object_mark))
      out.push_back(object.str());
  }
  if (out.empty() && !labels.empty()) out.push_back("assembly with " + labels[0]);
  return out;
}

std::vector<std::string> nameless_objects(const std::string& file) {
  return read_safely(file, [&] { return read_nameless_objects(file); });
}

bool imports_hooks(const std::string& file) {
  auto binary = llvm::object::ObjectFile::createObjectFile(file);
  if (!binary) return llvm::consumeError(binary.takeError()), false;
  auto* elf = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(binary->getBinary());
  if (!elf) return false;
  for (const llvm::object::ELFSymbolRef& symbol : elf->getDynamicSymbolIterators()) {
    auto name = symbol.getName();
    if (!name)
      llvm::consumeError(name.takeError());
    else if (name->starts_with("__tsan_") || name->starts_with("omc_hook"))
      return true;
  }
  return false;
}

bool has_instrumentation(const std::string& file) {
  std::vector<ObjectNote> notes = read_notes(file);
  if (std::any_of(notes.begin(), notes.end(),
                  [](const ObjectNote& note) { return note.instrumented; }))
    return true;
  // A stripped library still imports the hooks.
  return read_safely(file, [&] { return imports_hooks(file); });
}

bool has_code(const std::string& object) {
  auto binary = llvm::object::ObjectFile::createObjectFile(object);
  if (!binary) return llvm::consumeError(binary.takeError()), false;
  if (!binary->getBinary()->isRelocatableObject()) return false;
  for (const llvm::object::SectionRef& section : binary->getBinary()->sections())
    if (section.isText() && section.getSize()) return true;
  return false;
}

}  // namespace

std::vector<std::string> uninstrumented_objects(const std::string& file) {
  std::map<std::string, int> instrumented;  // two sources in different folders may have one name
  std::vector<std::string> out;
  for (const ObjectNote& note : read_notes(file))
    if (note.instrumented) instrumented[path::filename(note.source).str()]++;
  for (const std::string& name : file_symbols(file)) {
    if (is_standard_object(name) || instrumented[name]-- > 0) continue;
    if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
  }
  // Some linkers name an object after its file when it has no name.
  for (const std::string& name : nameless_objects(file))
    if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
  return out;
}

bool is_nameless_object(const std::string& file) {
  return read_safely(file, [&] { return has_code(file); }) && read_notes(file).empty() &&
         file_symbols(file).empty();
}

std::vector<std::string> uninstrumented_libraries(const std::vector<std::string>& files) {
  std::vector<std::string> out;
  for (const std::string& file : files) {
    std::string name = path::filename(file).str();
    if (!StringRef(file).starts_with("/") || is_standard_library(name)) continue;
    if (has_instrumentation(file)) {
      for (const std::string& object : uninstrumented_objects(file))
        out.push_back(object + " in " + name);
      continue;
    }
    if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
  }
  return out;
}

std::vector<std::string> loaded_files(const Run& run) {
  std::vector<std::string> out;
  const auto* modules = at<omc::Module>(run, run.modules);
  for (uint64_t i = 1; i < run.module_count; i++) out.push_back(at<char>(run, modules[i].path));
  for (const std::atomic<uint64_t>& loaded : run.loaded)
    if (loaded) out.push_back(at<char>(run, loaded));
  return out;
}

// As ldd does it: the loader lists the files instead of starting the program.
std::vector<std::string> files_to_load(const std::string& program) {
  std::vector<std::string> out;
  TemporaryFolder folder;
  if (folder.path().empty()) return out;
  std::string listing = folder.path() + "/libraries.txt";
  std::vector<StringRef> environment = {"LD_TRACE_LOADED_OBJECTS=1"};
  for (char** entry = environ; *entry; entry++) environment.push_back(*entry);
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(listing), StringRef("")};
  int code = llvm::sys::ExecuteAndWait(program, {program}, environment, redirects, 10);
  auto buffer = llvm::MemoryBuffer::getFile(listing);
  if (code || !buffer) return out;
  llvm::SmallVector<StringRef, 16> lines;
  (*buffer)->getBuffer().split(lines, '\n');
  for (StringRef line : lines) {  // "\tlibfoo.so => /lib/libfoo.so (0x7f…)"
    size_t slash = line.find('/');
    if (slash != StringRef::npos) out.push_back(line.substr(slash).rsplit(" (").first.str());
  }
  return out;
}

static std::vector<std::string> parts_of_program(const std::vector<std::string>& files,
                                                 const std::string& program) {
  std::vector<std::string> parts = uninstrumented_libraries(files);
  for (std::string& object : uninstrumented_objects(program)) parts.push_back(std::move(object));
  return parts;
}

std::vector<std::string> uninstrumented_parts(const Run& run, const std::string& program) {
  return parts_of_program(loaded_files(run), program);
}

bool may_have_uninstrumented_parts(const std::string& program) {
  return file_symbols(program).empty() ||
         !parts_of_program(files_to_load(program), program).empty();
}

}  // namespace omc::driver
