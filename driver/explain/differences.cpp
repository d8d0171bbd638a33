// Memory is compared byte by byte. A byte that differs is attributed to its variable. Bytes outside
// of variables are shown by symbol, by offset in a thread's heap, or by address.
#include "explain/differences.h"

#include <algorithm>
#include <cstring>
#include <map>

#include <fmt/format.h>

#include "debuginfo/value_text.h"

namespace omc::driver {
namespace {

struct Range {
  uint64_t address = 0, length = 0;
  const uint8_t* bytes = nullptr;
  uint32_t heap_of = 0;
};

std::map<uint64_t, Range> ranges_of(const Run& run) {
  std::map<uint64_t, Range> ranges;
  const auto* records = at<MemoryRecord>(run, run.memories);
  for (uint64_t i = 0; i < run.memory_count; i++)
    ranges[records[i].address] = {records[i].address, records[i].length,
                                  at<uint8_t>(run, records[i].bytes), records[i].heap_of};
  return ranges;
}

constexpr uint64_t word = 8;

// The second dump, with words that differ by chance set to what the first has.
std::vector<uint8_t> without_chance(const Range& first, const Range* again, const Range& second) {
  std::vector<uint8_t> bytes(second.bytes, second.bytes + std::min(first.length, second.length));
  if (!again) return bytes;
  uint64_t length = std::min<uint64_t>(bytes.size(), again->length);
  for (uint64_t i = 0; i < length; i += word) {
    uint64_t n = std::min(word, length - i);
    if (memcmp(first.bytes + i, again->bytes + i, n)) memcpy(&bytes[i], first.bytes + i, n);
  }
  return bytes;
}

// Two dumps of the same addresses.
struct Pair {
  uint64_t address = 0, length = 0;
  const uint8_t* first = nullptr;
  std::vector<uint8_t> second;
  uint32_t heap_of = 0;
  bool covers(uint64_t a, uint64_t n) const { return a >= address && a + n <= address + length; }
  bool differs(uint64_t a, uint64_t n) const {
    return memcmp(first + (a - address), &second[a - address], n) != 0;
  }
};

std::vector<Pair> pairs_of(const Run& first, const Run& again, const Run& second) {
  std::vector<Pair> pairs;
  std::map<uint64_t, Range> ones = ranges_of(first), same = ranges_of(again),
                            others = ranges_of(second);
  for (const auto& [address, one] : ones) {
    auto other = others.find(address);
    if (other == others.end() || !one.length || !other->second.length) continue;
    auto repeated = same.find(address);
    const Range* repetition = repeated == same.end() ? nullptr : &repeated->second;
    std::vector<uint8_t> bytes = without_chance(one, repetition, other->second);
    pairs.push_back({address, bytes.size(), one.bytes, std::move(bytes), one.heap_of});
  }
  return pairs;
}

// A range of memory that is attributed to a variable.
struct Attributed {
  uint64_t begin, end;
};

void compare_variables(const Pair& pair, Symbols& symbols, size_t most,
                       std::vector<Attributed>& attributed, std::vector<Difference>& out) {
  auto name_pointer = [&](uint64_t target) { return symbols.object(target); };
  for (Symbols::Module& module : symbols.modules()) {
    const Variables& variables = symbols.variables(module);
    for (const Variable& variable : variables.all()) {
      uint64_t begin = variable.address + module.base;
      if (!variable.size || !pair.covers(begin, variable.size) ||
          !pair.differs(begin, variable.size))
        continue;
      variables.for_each_leaf(variable, [&](const Leaf& leaf) {
        uint64_t address = leaf.address + module.base;
        if (!pair.covers(address, leaf.size) || !pair.differs(address, leaf.size)) return true;
        const uint8_t* one = pair.first + (address - pair.address);
        const uint8_t* other = &pair.second[address - pair.address];
        Difference difference{leaf.name, value_text(leaf, one, name_pointer),
                              value_text(leaf, other, name_pointer)};
        // A bit-field shares its bytes with neighbours, which may be what differs.
        if (difference.first == difference.second && leaf.bit_size) return true;
        attributed.push_back({address, address + leaf.size});
        out.push_back(std::move(difference));
        return out.size() < most;
      });
      attributed.push_back({begin, begin + variable.size});
    }
  }
}

std::string bytes_text(const uint8_t* bytes, uint64_t n) {
  constexpr uint64_t most = 16;
  std::string out = "bytes";
  for (uint64_t i = 0; i < std::min(n, most); i++) out += fmt::format(" {:02x}", bytes[i]);
  return n > most ? out + " …" : out;
}

std::string unnamed(const Pair& pair, uint64_t address, Symbols& symbols) {
  if (pair.heap_of)
    return fmt::format("heap of thread {} + {:#x}", pair.heap_of - 1, address - pair.address);
  std::string name = symbols.object(address);
  return name.empty() ? fmt::format("{:#x}", address) : name;
}

// Words of 8 bytes outside of variables; adjacent ones are shown together.
void compare_rest(const Pair& pair, const std::vector<Attributed>& attributed, Symbols& symbols,
                  size_t most, std::vector<Difference>& out) {
  auto is_attributed = [&](uint64_t a) {
    return std::any_of(attributed.begin(), attributed.end(),
                       [&](const Attributed& e) { return a < e.end && a + word > e.begin; });
  };
  for (uint64_t i = 0; i < pair.length && out.size() < most;) {
    uint64_t n = std::min(word, pair.length - i);
    if (!pair.differs(pair.address + i, n) || is_attributed(pair.address + i)) {
      i += n;
      continue;
    }
    uint64_t end = i + n;
    while (end + word <= pair.length && pair.differs(pair.address + end, word) &&
           !is_attributed(pair.address + end))
      end += word;
    out.push_back({unnamed(pair, pair.address + i, symbols), bytes_text(pair.first + i, end - i),
                   bytes_text(&pair.second[i], end - i)});
    i = end;
  }
}

}  // namespace

std::vector<Difference> compare_memory(const Run& first, const Run& again, const Run& second,
                                       Symbols& symbols, size_t most) {
  std::vector<Difference> named, rest;
  for (const Pair& pair : pairs_of(first, again, second)) {
    if (!pair.differs(pair.address, pair.length)) continue;
    std::vector<Attributed> attributed;
    if (!pair.heap_of) compare_variables(pair, symbols, most, attributed, named);
    compare_rest(pair, attributed, symbols, most, rest);
  }
  named.insert(named.end(), rest.begin(), rest.end());
  if (named.size() > most) named.resize(most);
  return named;
}

}  // namespace omc::driver
