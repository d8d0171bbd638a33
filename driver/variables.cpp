// Walks the debug information of one file once and keeps its variables sorted by address. A name is
// found by descending from the variable through arrays and members to the offset asked for.
#include "variables.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "dwarf_types.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/DebugInfo/DWARF/DWARFExpression.h"

namespace omc {
namespace {

namespace dwarf = llvm::dwarf;
using llvm::DWARFDie;

constexpr unsigned deepest = 32;             // nesting of records and arrays that is followed
constexpr uint64_t most_elements = 1 << 20;  // of an array whose leaves are visited

// The fixed address that a variable's location says, if it is one.
std::optional<uint64_t> fixed_address(DWARFDie die) {
  auto form = die.find(dwarf::DW_AT_location);
  auto block = form ? form->getAsBlock() : std::nullopt;
  if (!block) return std::nullopt;
  llvm::DWARFUnit* unit = die.getDwarfUnit();
  llvm::DataExtractor data(llvm::toStringRef(*block), unit->getContext().isLittleEndian(),
                           unit->getAddressByteSize());
  llvm::DWARFExpression expression(data, unit->getAddressByteSize());
  std::optional<uint64_t> address;
  for (const llvm::DWARFExpression::Operation& operation : expression) {
    if (address) return std::nullopt;  // more than an address: thread-local, or computed
    if (operation.isError()) return std::nullopt;
    if (operation.getCode() == dwarf::DW_OP_addr) {
      address = operation.getRawOperand(0);
    } else if (operation.getCode() == dwarf::DW_OP_addrx) {
      auto entry =
          unit->getAddrOffsetSectionItem(static_cast<uint32_t>(operation.getRawOperand(0)));
      if (!entry) return std::nullopt;
      address = entry->Address;
    } else {
      return std::nullopt;
    }
  }
  return address;
}

// The member path from a type to the part at `offset`; stops where a report shows one thing.
std::string path_to(DWARFDie type, uint64_t offset, unsigned depth = 0) {
  if (depth > deepest || is_opaque(type)) return {};
  type = plain_type(type);
  if (is_array(type)) {
    std::string path;
    uint64_t element = size_of(type_of(type));
    std::vector<uint64_t> counts = dimensions(type);
    if (!element || counts.empty()) return {};
    uint64_t index = offset / element;
    for (size_t i = 0; i < counts.size(); i++) {
      uint64_t below = 1;
      for (size_t k = i + 1; k < counts.size(); k++) below *= counts[k];
      if (!below) return path;
      path += fmt::format("[{}]", index / below);
      index %= below;
    }
    return path + path_to(type_of(type), offset % element, depth + 1);
  }
  if (!is_record(type)) return {};
  for (const Part& part : parts_of(type)) {
    if (offset < part.offset || offset >= part.offset + std::max<uint64_t>(size_of(part.type), 1))
      continue;
    std::string name = part.name.empty() ? std::string() : "." + part.name;
    return name + path_to(part.type, offset - part.offset, depth + 1);
  }
  return {};
}

struct LeafVisit {
  const std::function<bool(const Leaf&)>& visit;
  bool go_on = true;

  void leaves(Leaf leaf, unsigned depth) {
    if (!go_on || depth > deepest) return;
    DWARFDie type = plain_type(leaf.type);
    if (is_opaque(leaf.type) || (!is_array(type) && !is_record(type))) {
      if (leaf.size) go_on = visit(leaf);
    } else if (is_array(type)) {
      elements(leaf, type, dimensions(type), depth);
    } else {
      for (const Part& part : parts_of(type)) {
        std::string name = part.name.empty() ? leaf.name : leaf.name + "." + part.name;
        leaves({name, leaf.address + part.offset, size_of(part.type), part.type, part.bit_offset,
                part.bit_size},
               depth + 1);
        if (type.getTag() == dwarf::DW_TAG_union_type) break;
      }
    }
  }

  void elements(const Leaf& leaf, DWARFDie array, std::vector<uint64_t> counts, unsigned depth) {
    DWARFDie element = type_of(array);
    uint64_t size = size_of(element);
    if (counts.empty() || !size || leaf.size / size > most_elements) return;
    uint64_t stride = size;
    for (size_t i = 1; i < counts.size(); i++) stride *= counts[i];
    for (uint64_t i = 0; i < counts[0] && go_on; i++) {
      Leaf next{
          fmt::format("{}[{}]", leaf.name, i), leaf.address + i * stride, stride, element, 0, 0};
      if (counts.size() > 1)
        elements(next, array, std::vector<uint64_t>(counts.begin() + 1, counts.end()), depth + 1);
      else
        leaves(next, depth + 1);
    }
  }
};

}  // namespace

Variables::Variables(const std::string& file) {
  auto binary = llvm::object::ObjectFile::createObjectFile(file);
  if (!binary) {
    llvm::consumeError(binary.takeError());
    return;
  }
  binary_ = std::move(*binary);
  auto ignore = [](llvm::Error error) { llvm::consumeError(std::move(error)); };
  dwarf_ = llvm::DWARFContext::create(*binary_.getBinary(),
                                      llvm::DWARFContext::ProcessDebugRelocations::Process, nullptr,
                                      "", ignore, ignore);
  for (const auto& unit : dwarf_->compile_units()) {
    unit->getUnitDIE(false);
    for (const llvm::DWARFDebugInfoEntry& entry : unit->dies()) {
      DWARFDie die(unit.get(), &entry);
      if (die.getTag() != dwarf::DW_TAG_variable) continue;
      std::optional<uint64_t> address = fixed_address(die);
      if (!address || !*address) continue;
      DWARFDie type = type_of(die);
      std::string name = qualified_name(die);
      if (type && !name.empty()) variables_.push_back({*address, size_of(type), name, type});
    }
  }
  std::sort(variables_.begin(), variables_.end(),
            [](const Variable& a, const Variable& b) { return a.address < b.address; });
}

const Variable* Variables::find(uint64_t address) const {
  auto after = std::upper_bound(variables_.begin(), variables_.end(), address,
                                [](uint64_t a, const Variable& v) { return a < v.address; });
  if (after == variables_.begin()) return nullptr;
  const Variable& variable = *std::prev(after);
  return address < variable.address + variable.size ? &variable : nullptr;
}

std::string Variables::name_of(uint64_t address) const {
  const Variable* variable = find(address);
  return variable ? variable->name + path_to(variable->type, address - variable->address)
                  : std::string();
}

void Variables::for_each_leaf(const Variable& variable,
                              const std::function<bool(const Leaf&)>& visit) const {
  LeafVisit{visit}.leaves({variable.name, variable.address, variable.size, variable.type, 0, 0}, 0);
}

}  // namespace omc
