// Functions come from LLVM's symbolizer, objects from the variables of the debug information, or
// from the symbol table where there is none.
#include "debuginfo/symbols.h"

#include <algorithm>

#include <fmt/format.h>

#include "damaged_file.h"
#include "llvm/DebugInfo/Symbolize/Symbolize.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace omc::driver {
namespace {

using llvm::symbolize::LLVMSymbolizer;

LLVMSymbolizer::Options symbolizer_options() {
  LLVMSymbolizer::Options options;
  options.PrintFunctions = llvm::DILineInfoSpecifier::FunctionNameKind::LinkageName;
  options.Demangle = true;
  options.UseSymbolTable = true;
  return options;
}

// "ns::Queue<int>::pop(int) const" → "ns::Queue<int>::pop"
std::string without_arguments(llvm::StringRef name) {
  int depth = 0;
  for (size_t i = name.size(); i-- > 0;) {
    if (name[i] == ')') depth++;
    if (name[i] == '(' && --depth == 0) return name.take_front(i).str();
    if (!depth && !llvm::StringRef("const&volatile )").contains(name[i])) break;
  }
  return name.str();
}

// A demangled name without arguments, template arguments and scopes. A lambda is named after the
// function that it stands in.
std::string short_function(llvm::StringRef name) {
  bool lambda = name.contains("operator()") && (name.contains("$_") || name.contains("'lambda"));
  if (lambda) {
    size_t end = std::min(name.find("::$_"), name.find("::'lambda"));
    // A lambda at namespace scope stands in no function.
    return end == llvm::StringRef::npos ? "lambda"
                                        : short_function(name.substr(0, end)) + " lambda";
  }
  std::string plain;
  int depth = 0;
  for (size_t i = 0; i < name.size(); i++) {
    if (name.substr(i).starts_with("operator")) {
      size_t end = name.find('(', i + 8 + (name.substr(i + 8).starts_with("()") ? 2 : 0));
      if (!depth) plain += name.slice(i, end).str();
      if (end == llvm::StringRef::npos) break;
      i = end;
      depth++;
      continue;
    }
    char c = name[i];
    // "(anonymous namespace)::f" and "f() const" keep only what is outside of all brackets.
    if (c == '<' || c == '(' || c == '[')
      depth++;
    else if (c == '>' || c == ')' || c == ']')
      depth--;
    else if (depth == 0)
      plain += c;
  }
  llvm::StringRef out = llvm::StringRef(plain).rtrim();
  if (!out.consume_back(".omc"))
    out.consume_back(".plain");  // a version of the function (pass/versions.cpp)
  out.consume_back("const");
  out = out.rtrim();
  if (size_t colons = out.rfind("::"); colons != llvm::StringRef::npos)
    out = out.substr(colons + 2);
  if (size_t space = out.rfind(' '); space != llvm::StringRef::npos && !out.starts_with("operator"))
    out = out.substr(space + 1);
  return out.str();
}

}  // namespace

std::string near_path(const std::string& path) {
  llvm::SmallString<256> directory;
  if (llvm::sys::fs::current_path(directory)) return path;
  directory += "/";
  llvm::StringRef rest(path);
  return rest.consume_front(directory) ? rest.str() : path;
}

Symbols::Symbols(const Run& run)
    : symbolizer_(std::make_unique<LLVMSymbolizer>(symbolizer_options())) {
  const auto* modules = at<omc::Module>(run, run.modules);
  for (uint64_t i = 0; i < run.module_count; i++) {
    std::string path = at<char>(run, modules[i].path);
    if (path.empty() || path[0] != '/') continue;
    if (modules_.empty()) program_ = path;  // the loader lists it first
    modules_.push_back({modules[i].base, path, nullptr});
  }
  std::sort(modules_.begin(), modules_.end(),
            [](const Module& a, const Module& b) { return a.base < b.base; });
  const auto* names = at<NameRecord>(run, run.names);
  for (uint64_t i = 0; i < run.name_count; i++)
    names_[names[i].address] = at<char>(run, names[i].name);
}

Symbols::~Symbols() = default;

Symbols::Module* Symbols::module_of(uint64_t address) {
  auto after = std::upper_bound(modules_.begin(), modules_.end(), address,
                                [](uint64_t a, const Module& module) { return a < module.base; });
  return after == modules_.begin() ? nullptr : &*std::prev(after);
}

const Variables& Symbols::variables(Module& module) {
  if (!module.variables) module.variables = std::make_unique<Variables>(module.path);
  return *module.variables;
}

void Symbols::replace_symbolizer() {
  symbolizer_.release();  // its destructor may crash
  symbolizer_ = std::make_unique<LLVMSymbolizer>(symbolizer_options());
}

template <class Found>
Found Symbols::ask(const std::string& file, uint64_t address, Question<Found> question) {
  llvm::object::SectionedAddress place = {address, llvm::object::SectionedAddress::UndefSection};
  bool was_damaged = is_damaged(file);
  Found found = read_safely(file, [&] {
    auto answer = ((*symbolizer_).*question)(file, place);
    if (!answer) return llvm::consumeError(answer.takeError()), Found();
    return std::move(*answer);
  });
  if (is_damaged(file) && !was_damaged) replace_symbolizer();
  return found;
}

llvm::DIInliningInfo Symbols::frames_at(const std::string& file, uint64_t address) {
  return ask<llvm::DIInliningInfo>(file, address, &LLVMSymbolizer::symbolizeInlinedCode);
}

llvm::DIGlobal Symbols::data_at(const std::string& file, uint64_t address) {
  return ask<llvm::DIGlobal>(file, address, &LLVMSymbolizer::symbolizeData);
}

const Symbols::Code& Symbols::code(uint64_t pc) {
  auto [known, fresh] = codes_.try_emplace(pc);
  Module* module = module_of(pc);
  if (!fresh || !module) return known->second;
  llvm::DIInliningInfo info = frames_at(module->path, pc - module->base);
  if (!info.getNumberOfFrames()) return known->second;
  const llvm::DILineInfo& frame = info.getFrame(0);
  if (frame.FunctionName != llvm::DILineInfo::BadString)
    known->second.function = short_function(frame.FunctionName);
  if (frame.FileName != llvm::DILineInfo::BadString) known->second.file = frame.FileName;
  return known->second;
}

std::string Symbols::object_in(const std::string& file, uint64_t offset) {
  for (const Module& module : modules_)
    if (module.path == file) return object(module.base + offset);
  return {};
}

std::string Symbols::declaration(const std::string& file, uint64_t offset) {
  for (Module& module : modules_) {
    if (module.path != file) continue;
    Declaration found = variables(module).declaration_at(offset);
    if (found.type.empty() || !found.line) return {};
    std::string name = llvm::sys::path::filename(found.file).str();
    return fmt::format("{}, {}, declared at {}:{}", found.type,
                       found.is_static ? "static" : "global", name, found.line);
  }
  return {};
}

Symbols::Local Symbols::local_at(const std::string& file, uint64_t pc, int64_t from_frame) {
  for (Module& module : modules_) {
    if (module.path != file) continue;
    LocalVariable found = variables(module).local_at(pc - 1, from_frame);
    return {found.name, function_around(file, pc - 1, found.depth)};
  }
  return {};
}

std::string Symbols::function_around(const std::string& file, uint64_t pc, unsigned depth) {
  llvm::DIInliningInfo info = frames_at(file, pc);
  uint32_t count = info.getNumberOfFrames();
  if (depth >= count) return {};
  const llvm::DILineInfo& frame = info.getFrame(count - 1 - depth);
  return frame.FunctionName == llvm::DILineInfo::BadString ? std::string()
                                                           : short_function(frame.FunctionName);
}

// Only of the program itself does the file determine the distance.
std::string Symbols::thread_local_at(int64_t from_thread_pointer) {
  for (Module& module : modules_)
    if (module.path == program_) return variables(module).thread_local_at(from_thread_pointer);
  return {};
}

std::string Symbols::given_name(uint64_t address) const {
  auto named = names_.find(address);
  return named == names_.end() ? std::string() : named->second;
}

Place Symbols::code_place(const std::string& file, uint64_t offset) {
  Place place;
  llvm::DIInliningInfo info = frames_at(file, offset - 1);
  for (uint32_t i = 0; i < info.getNumberOfFrames(); i++) {
    const llvm::DILineInfo& frame = info.getFrame(i);
    if (frame.FileName == llvm::DILineInfo::BadString) continue;
    bool system = llvm::StringRef(frame.FileName).starts_with("/usr/");
    if (system && place.line) continue;
    place = {near_path(frame.FileName), frame.Line, frame.Column,
             short_function(frame.FunctionName)};
    if (!system) break;
  }
  return place;
}

std::vector<Symbols::Call> Symbols::calls_at(const std::string& file, uint64_t offset) {
  std::vector<Call> calls;
  llvm::DIInliningInfo info = frames_at(file, offset - 1);
  for (uint32_t i = 0; i < info.getNumberOfFrames(); i++) {
    const llvm::DILineInfo& frame = info.getFrame(i);
    Call call;
    if (frame.FunctionName != llvm::DILineInfo::BadString) {
      // The demangler marks a version of a function so (pass/versions.cpp).
      llvm::StringRef name = frame.FunctionName;
      if (!name.consume_back(" (.omc)")) name.consume_back(" (.plain)");
      std::string shown = short_function(name.str());
      call.names = {name.str(), without_arguments(name.str())};
      if (llvm::StringRef(shown).ends_with("lambda")) call.names.push_back(shown);
    }
    if (frame.FileName != llvm::DILineInfo::BadString) call.file = frame.FileName;
    calls.push_back(std::move(call));
  }
  return calls;
}

std::pair<std::string, uint64_t> Symbols::in_file(uint64_t pc) {
  const Module* module = module_of(pc);
  return module ? std::pair(module->path, pc - module->base)
                : std::pair(std::string(), uint64_t{0});
}

std::string Symbols::function(uint64_t pc) { return pc ? code(pc).function : std::string(); }

// __FILE__ is relative to the folder of the compilation, which the debug information records.
std::string Symbols::find_file(const std::string& name, uint64_t pc) {
  auto known = files_.find(name);
  if (known != files_.end()) return known->second;  // a schedule may have a million steps
  known = files_.try_emplace(name, near_path(name)).first;
  if (!pc || llvm::sys::path::is_absolute(name)) return known->second;
  llvm::StringRef absolute = code(pc).file;
  llvm::StringRef plain = llvm::StringRef(name);
  while (plain.consume_front("./") || plain.consume_front("../")) {
  }
  if (absolute.ends_with(plain) && llvm::sys::fs::exists(absolute))
    known->second = near_path(absolute.str());
  return known->second;
}

std::string Symbols::object(uint64_t address) {
  if (auto named = names_.find(address); named != names_.end()) return named->second;
  Module* module = module_of(address);
  if (!module) return {};
  std::string name = variables(*module).name_of(address - module->base);
  if (!name.empty()) return name;
  llvm::DIGlobal data = data_at(module->path, address - module->base);
  uint64_t offset = address - module->base - data.Start;
  if (data.Name.empty() || data.Name == llvm::DILineInfo::BadString || offset >= data.Size)
    return {};
  return offset ? fmt::format("{}+{}", data.Name, offset) : data.Name;
}

Place Symbols::place(const Run& run, const Site& site) {
  Place place;
  // The pc is the return address of the hook; the call is just before it.
  uint64_t pc = site.pc ? site.pc - 1 : 0;
  if (site.file) place.file = find_file(at<char>(run, site.file), pc);
  place.line = site.line;
  place.column = site.column;
  place.function = function(pc);
  return place;
}

}  // namespace omc::driver
