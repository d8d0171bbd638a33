// Interprets the texts of run/operations.def: chooses among the alternatives by the event's value,
// then replaces each {placeholder}. Three cases that a row cannot express are spelled out below.
#include "explain/effects.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace omc::driver {
namespace {

using llvm::StringRef;

// What the placeholders of a row stand for.
struct Operands {
  uint64_t object = 0, value = 0;
  const ObjectNames& names;
};

std::string counted(uint64_t n, const char* what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

std::string signal_name(uint64_t signal) {
  const char* name = sigabbrev_np(static_cast<int>(signal));
  return name ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

// The signals of a set: bit n stands for signal n + 1.
std::string signal_names(uint64_t set) {
  if (__builtin_popcountll(set) > 4) return "any of many";
  std::string out;
  for (unsigned signal = 1; signal <= 64; signal++)
    if (set >> (signal - 1) & 1) out += (out.empty() ? "" : ", ") + signal_name(signal);
  return out;
}

struct Placeholder {
  const char* name;
  std::string (*text)(const Operands&);
};
const Placeholder placeholders[] = {
    {"object", [](const Operands& s) { return s.names(s.object); }},
    {"other", [](const Operands& s) { return s.names(s.value); }},
    {"number", [](const Operands& s) { return std::to_string(s.object); }},
    {"value", [](const Operands& s) { return std::to_string(static_cast<int>(s.value)); }},
    {"thread", [](const Operands& s) { return std::to_string(s.value - 1); }},
    {"threads", [](const Operands& s) { return counted(s.value, "thread"); }},
    {"bytes", [](const Operands& s) { return counted(s.value, "byte"); }},
    {"descriptors", [](const Operands& s) { return counted(s.value, "descriptor"); }},
    {"signal", [](const Operands& s) { return signal_name(s.object); }},
    {"taken", [](const Operands& s) { return signal_name(s.value); }},
    {"stream", [](const Operands& s) { return std::string(s.object == 2 ? "stderr" : "stdout"); }},
};

// An unknown placeholder stays as it is, so that a test sees it.
std::string replaced(StringRef name, const Operands& operands) {
  for (const Placeholder& placeholder : placeholders)
    if (name == placeholder.name) return placeholder.text(operands);
  return fmt::format("{{{}}}", name.str());
}

// "for 0|for 1|for more": the alternative that the value selects; the last serves larger values.
StringRef alternative(StringRef text, uint64_t value) {
  llvm::SmallVector<StringRef, 4> parts;
  text.split(parts, '|');
  return parts[std::min<uint64_t>(value, parts.size() - 1)];
}

std::string filled_in(StringRef text, const Operands& operands) {
  std::string out;
  while (!text.empty()) {
    auto [before, rest] = text.split('{');
    out += before;
    if (before.size() == text.size()) break;
    auto [name, after] = rest.split('}');
    out += replaced(name, operands);
    text = after;
  }
  return out;
}

// A once flag of a library: the program did not make it, and it has no name.
bool is_library_flag(Op op, const std::string& name) {
  return op == Op::once && StringRef(name).starts_with(operation(op).kind);
}

}  // namespace

std::string effect_of(const Event& event, const ObjectNames& names) {
  if (is_library_flag(event.op, names(event.object))) return {};
  StringRef text = alternative(operation(event.op).effect, event.value);
  return filled_in(text, {event.object, event.value, names});
}

std::string awaited(const ThreadRecord& record, const ObjectNames& names) {
  // omc_run_threads joins every thread that is left.
  if (record.op == Op::join && record.owner == nobody) return "all other threads to end";
  std::string text = filled_in(operation(record.op).awaited, {record.object, 0, names});
  if (record.op == Op::sigwait && record.object) text += ": " + signal_names(record.object);
  return text;
}

}  // namespace omc::driver
