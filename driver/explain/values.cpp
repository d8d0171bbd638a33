// A variable has its name and type from debug information. An atomic without a variable, as on the
// heap, has the name that the statement gives it.
#include "explain/values.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "debuginfo/value_text.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace omc::driver {
namespace {

constexpr size_t most_values = 4;  // of one step

llvm::ArrayRef<ValueRecord> values_of(const Run& run) {
  return {at<ValueRecord>(run, run.values), static_cast<size_t>(run.value_count)};
}

// ---- Which variables ----

struct Use {
  std::set<unsigned> threads;
  bool is_written = false;
};

std::map<uint64_t, Use> uses_of(const Run& run) {
  std::map<uint64_t, Use> uses;
  for (const ValueRecord& record : values_of(run)) {
    Use& use = uses[record.address];
    use.threads.insert(record.thread);
    use.is_written |= record.is_write;
  }
  return uses;
}

// ---- Names and types ----

struct Typed {
  std::string name;          // empty: it is not shown
  std::optional<Leaf> leaf;  // none: a number
};

std::optional<Leaf> leaf_at(Symbols& symbols, uint64_t address, unsigned size) {
  std::optional<Leaf> found;
  for (Symbols::Module& module : symbols.modules()) {
    if (address < module.base) continue;
    const Variables& variables = symbols.variables(module);
    const Variable* variable = variables.find(address - module.base);
    if (!variable) continue;
    variables.for_each_leaf(*variable, [&](const Leaf& leaf) {
      bool is_it = leaf.address == address - module.base && leaf.size == size && !leaf.bit_size;
      if (is_it) found = leaf;
      return !is_it;
    });
    if (found) break;
  }
  return found;
}

Typed typed_at(Replay& replay, const ValueRecord& record) {
  std::optional<Leaf> leaf = leaf_at(replay.symbols, record.address, record.size);
  std::string name = replay.symbols.object(record.address);
  if (name.empty()) name = replay.names(record.address);
  bool is_address = llvm::StringRef(name).starts_with("0x");
  return {is_address ? "" : name, std::move(leaf)};
}

std::string number_text(uint64_t value, unsigned size) {
  unsigned unused = 64 - 8 * size;
  auto number = static_cast<int64_t>(value << unused) >> unused;
  constexpr int64_t large = int64_t{1} << 32;  // rather an address
  return number > large || number < -large ? fmt::format("{:#x}", value) : std::to_string(number);
}

std::string text_of(Replay& replay, const Typed& typed, uint64_t value, unsigned size) {
  if (!typed.leaf) return number_text(value, size);
  uint8_t bytes[sizeof value];
  memcpy(bytes, &value, sizeof bytes);
  return value_text(*typed.leaf, bytes,
                    [&](uint64_t target) { return replay.symbols.object(target); });
}

// ---- Steps ----

// The last of the step's statements that made the access.
Step* step_of(Replay& replay, std::vector<Step>& steps, const ValueRecord& record) {
  Place place = replay.symbols.place(replay.run, record.site);
  auto of_record = [&](const Step& step) {
    return step.n == record.step && step.thread == record.thread && step.place == place;
  };
  auto found = std::find_if(steps.rbegin(), steps.rend(), of_record);
  return found == steps.rend() ? nullptr : &*found;
}

// "100" and "100 → 70" are one change, "100 → 70".
void add_value(Step& step, const std::string& name, const std::string& before,
               const std::string& after, bool is_write) {
  std::string text = is_write ? fmt::format("{} → {}", before, after) : before;
  auto same = [&](const auto& value) { return value.first == name; };
  auto known = std::find_if(step.values.begin(), step.values.end(), same);
  if (known == step.values.end()) {
    if (step.values.size() < most_values) step.values.emplace_back(name, text);
    return;
  }
  llvm::StringRef first = llvm::StringRef(known->second).split(" → ").first;
  if (is_write) known->second = fmt::format("{} → {}", first.str(), after);
}

// "ready = 0 (newest 42)", "x = 1 (before 7)"
void add_stale_value(Replay& replay, Step& step, const Typed& typed, const ValueRecord& record) {
  if (step.values.size() >= most_values) return;
  uint64_t value = record.is_write ? record.after : record.before;
  step.values.emplace_back(typed.name,
                           fmt::format("{} ({} {})", text_of(replay, typed, value, record.size),
                                       record.is_write ? "before" : "newest",
                                       text_of(replay, typed, record.newest, record.size)));
}

}  // namespace

std::string name_at(Replay& replay, const ValueRecord& record) {
  std::string name = typed_at(replay, record).name;
  return name.empty() ? "an atomic" : name;
}

std::string value_at(Replay& replay, const ValueRecord& record, uint64_t value) {
  return text_of(replay, typed_at(replay, record), value, record.size);
}

void add_values(Replay& replay, std::vector<Step>& steps) {
  std::map<uint64_t, Use> uses = uses_of(replay.run);
  std::map<uint64_t, Typed> known;
  for (const ValueRecord& record : values_of(replay.run)) {
    const Use& use = uses[record.address];
    if (use.threads.size() < 2 || !use.is_written) continue;
    auto [typed, is_new] = known.try_emplace(record.address);
    if (is_new) typed->second = typed_at(replay, record);
    Step* step = typed->second.name.empty() ? nullptr : step_of(replay, steps, record);
    if (step && record.newer)
      add_stale_value(replay, *step, typed->second, record);
    else if (step)
      add_value(*step, typed->second.name,
                text_of(replay, typed->second, record.before, record.size),
                text_of(replay, typed->second, record.after, record.size), record.is_write);
  }
}

}  // namespace omc::driver
