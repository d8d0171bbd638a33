// Walks the debug information of one file once and keeps its variables sorted by address. A name is
// found by descending from the variable through arrays and members to the offset asked for.
#include "debuginfo/variables.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "damaged_file.h"
#include "debuginfo/dwarf_types.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/DebugInfo/DWARF/DWARFExpression.h"
#include "llvm/Object/ELFObjectFile.h"

namespace omc::driver {
namespace {

namespace dwarf = llvm::dwarf;
using llvm::DWARFDie;

constexpr unsigned deepest = 32;             // nesting of records and arrays that is followed
constexpr uint64_t most_elements = 1 << 20;  // of an array whose leaves are visited

// The location of a variable: a fixed address, or a distance from the start of the file's
// thread-local variables. An optimiser may split a variable into members, or remove some of them:
// then this is a part of it, with an offset and a size.
struct Fixed {
  uint64_t address = 0;
  bool is_thread_local = false;
  uint64_t offset = 0, size = 0;
};

std::vector<Fixed> fixed_addresses(DWARFDie die) {
  auto form = die.find(dwarf::DW_AT_location);
  auto block = form ? form->getAsBlock() : std::nullopt;
  if (!block) return {};
  llvm::DWARFUnit* unit = die.getDwarfUnit();
  llvm::DataExtractor data(llvm::toStringRef(*block), unit->getContext().isLittleEndian(),
                           unit->getAddressByteSize());
  llvm::DWARFExpression expression(data, unit->getAddressByteSize());
  std::vector<Fixed> parts;
  uint64_t offset = 0;
  std::optional<Fixed> found;
  bool needs_thread = false;  // a plain number, which is an address only within a thread
  bool computed = false;
  for (const llvm::DWARFExpression::Operation& operation : expression) {
    if (operation.isError()) return {};
    switch (operation.getCode()) {
      case dwarf::DW_OP_const4u:
      case dwarf::DW_OP_const8u:
        needs_thread = true;
        [[fallthrough]];
      case dwarf::DW_OP_addr:
        computed |= found.has_value();
        found = Fixed{operation.getRawOperand(0)};
        break;
      case dwarf::DW_OP_addrx: {
        auto entry =
            unit->getAddrOffsetSectionItem(static_cast<uint32_t>(operation.getRawOperand(0)));
        computed |= found || !entry;
        if (entry) found = Fixed{entry->Address};
        break;
      }
      case dwarf::DW_OP_GNU_push_tls_address:
      case dwarf::DW_OP_form_tls_address:
        if (!found) return {};
        found->is_thread_local = true;
        break;
      case dwarf::DW_OP_piece: {
        uint64_t size = operation.getRawOperand(0);
        bool plain = found && !computed && (!needs_thread || found->is_thread_local);
        if (plain) parts.push_back({found->address, found->is_thread_local, offset, size});
        offset += size;
        found.reset();
        needs_thread = computed = false;
        break;
      }
      default:
        computed = true;
    }
  }
  // A location without pieces is that of the whole variable.
  bool plain = found && !computed && (!needs_thread || found->is_thread_local);
  if (plain && !offset) parts.push_back(*found);
  return parts;
}

// The member path from a type to the part at `offset`; stops at an opaque type.
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

// The distance of a local variable from the frame pointer, when its location is nothing else.
std::optional<int64_t> from_frame_pointer(DWARFDie variable) {
  constexpr uint8_t frame_pointer = 6;  // rbp
  auto locations = variable.getLocations(dwarf::DW_AT_location);
  if (!locations) return llvm::consumeError(locations.takeError()), std::nullopt;
  llvm::DWARFUnit* unit = variable.getDwarfUnit();
  for (const llvm::DWARFLocationExpression& location : *locations) {
    llvm::DataExtractor data(llvm::toStringRef(location.Expr), true, unit->getAddressByteSize());
    llvm::DWARFExpression expression(data, unit->getAddressByteSize());
    auto first = expression.begin();
    if (first == expression.end() || first->isError()) continue;
    uint8_t code = first->getCode();
    auto distance = static_cast<int64_t>(first->getRawOperand(0));
    bool by_frame = code == dwarf::DW_OP_fbreg || code == dwarf::DW_OP_breg0 + frame_pointer;
    if (by_frame && std::next(first) == expression.end()) return distance;
  }
  return std::nullopt;
}

// The variable of a function or of a block in it at a distance from the frame pointer; of several,
// the innermost. `exact` skips blocks without the pc, whose variables may share stack space.
LocalVariable local_in(DWARFDie scope, uint64_t pc, int64_t distance, bool exact) {
  for (DWARFDie child : scope.children()) {
    bool inlined = child.getTag() == dwarf::DW_TAG_inlined_subroutine;
    if (!inlined && child.getTag() != dwarf::DW_TAG_lexical_block) continue;
    if (exact && !child.addressRangeContainsAddress(pc)) continue;
    LocalVariable found = local_in(child, pc, distance, exact);
    if (found.name.empty()) continue;
    found.depth += inlined && exact;
    return found;
  }
  for (DWARFDie child : scope.children()) {
    if (child.getTag() != dwarf::DW_TAG_variable &&
        child.getTag() != dwarf::DW_TAG_formal_parameter)
      continue;
    std::optional<int64_t> begin = from_frame_pointer(child);
    DWARFDie type = type_of(child);
    if (!begin || !type || distance < *begin) continue;
    auto offset = static_cast<uint64_t>(distance - *begin);
    const char* name = child.getShortName();
    if (offset < size_of(type) && name) return {name + path_to(type, offset), 0};
  }
  return {};
}

struct LeafVisit {
  const std::function<bool(const Leaf&)>& visit;
  bool go_on = true;

  void leaves(const Leaf& leaf, unsigned depth) {
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

  void elements(const Leaf& leaf, DWARFDie array, const std::vector<uint64_t>& counts,
                unsigned depth) {
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

Variables::Variables(const std::string& file)
    : file_(file), contents_(std::make_unique<Contents>()) {
  read_contents([&] { contents_->read(file); });
}

void Variables::read_contents(llvm::function_ref<void()> read) const {
  if (is_damaged(file_) || runs_to_end(file_, read)) return;
  contents_.release();  // its destructor may crash
  contents_ = std::make_unique<Contents>();
}

void Variables::Contents::read(const std::string& file) {
  auto binary_of_file = llvm::object::ObjectFile::createObjectFile(file);
  if (!binary_of_file) return llvm::consumeError(binary_of_file.takeError());
  binary = std::move(*binary_of_file);
  auto ignore = [](llvm::Error error) { llvm::consumeError(std::move(error)); };
  dwarf = llvm::DWARFContext::create(*binary.getBinary(),
                                     llvm::DWARFContext::ProcessDebugRelocations::Process, nullptr,
                                     "", ignore, ignore);
  std::vector<DWARFDie> found;  // kept, because their types may be defined later
  for (const auto& unit : dwarf->compile_units()) {
    unit->getUnitDIE(false);
    for (const llvm::DWARFDebugInfoEntry& entry : unit->dies()) {
      DWARFDie die(unit.get(), &entry);
      if (is_record(die)) register_definition(die);
      if (die.getTag() == dwarf::DW_TAG_variable) found.push_back(die);
    }
  }
  for (DWARFDie die : found) {
    for (const Fixed& place : fixed_addresses(die)) {
      if (!place.address && !place.is_thread_local) continue;
      DWARFDie type = type_of(die);
      std::string name = qualified_name(die);
      uint64_t size = place.size ? place.size : size_of(type);
      auto& list = place.is_thread_local ? thread_locals : variables;
      if (type && !name.empty())
        list.push_back({place.address, size, name, type, place.offset, die});
    }
  }
  for (auto* list : {&variables, &thread_locals})
    std::sort(list->begin(), list->end(),
              [](const Variable& a, const Variable& b) { return a.address < b.address; });
}

Variables::Contents::~Contents() {
  if (dwarf) forget_definitions(*dwarf);
}

static const Variable* find_in(const std::vector<Variable>& variables, uint64_t address) {
  auto after = std::upper_bound(variables.begin(), variables.end(), address,
                                [](uint64_t a, const Variable& v) { return a < v.address; });
  if (after == variables.begin()) return nullptr;
  const Variable& variable = *std::prev(after);
  return address < variable.address + variable.size ? &variable : nullptr;
}

static std::string name_in(const std::vector<Variable>& variables, uint64_t address) {
  const Variable* variable = find_in(variables, address);
  if (!variable) return {};
  return variable->name + path_to(variable->type, address - variable->address + variable->offset);
}

const Variable* Variables::find(uint64_t address) const {
  return find_in(contents_->variables, address);
}

std::string Variables::name_of(uint64_t address) const {
  std::string name;
  read_contents([&] { name = name_in(contents_->variables, address); });
  return name;
}

// The type of the innermost part that begins there, or none.
static DWARFDie type_at(const Variables& variables, const Variable& variable, uint64_t address) {
  DWARFDie found;
  variables.for_each_leaf(variable, [&](const Leaf& leaf) {
    bool is_it = leaf.address <= address && address < leaf.address + leaf.size && !leaf.bit_size;
    if (is_it) found = leaf.type;
    return !is_it;
  });
  return found;
}

Declaration Variables::declaration_at(uint64_t address) const {
  Declaration out;
  const Variable* variable = find(address);
  if (!variable) return out;
  DWARFDie type = type_at(*this, *variable, address);
  read_contents([&] {
    DWARFDie die = variable->declared;
    DWARFDie parent = die.getParent();
    out.is_static = parent && (parent.getTag() == dwarf::DW_TAG_subprogram ||
                               parent.getTag() == dwarf::DW_TAG_lexical_block);
    out.line = static_cast<unsigned>(die.getDeclLine());
    out.file = die.getDeclFile(llvm::DILineInfoSpecifier::FileLineInfoKind::RawValue);
    llvm::raw_string_ostream text(out.type);
    if (type) llvm::dumpTypeQualifiedName(type, text);
  });
  return out;
}

std::string Variables::thread_local_at(int64_t from_thread_pointer) const {
  std::string name;
  read_contents([&] { name = contents_->thread_local_at(from_thread_pointer); });
  return name;
}

std::string Variables::Contents::thread_local_at(int64_t from_thread_pointer) const {
  auto* elf = llvm::dyn_cast_or_null<llvm::object::ELF64LEObjectFile>(binary.getBinary());
  if (!elf) return {};
  auto headers = elf->getELFFile().program_headers();
  if (!headers) return llvm::consumeError(headers.takeError()), std::string();
  for (const auto& header : *headers) {
    if (header.p_type != llvm::ELF::PT_TLS) continue;
    // The program's thread-local variables end at the thread pointer, rounded to their alignment.
    uint64_t size = llvm::alignTo(header.p_memsz, std::max<uint64_t>(header.p_align, 1));
    return name_in(thread_locals, size + static_cast<uint64_t>(from_thread_pointer));
  }
  return {};
}

LocalVariable Variables::local_at(uint64_t pc, int64_t from_frame) const {
  LocalVariable found;
  read_contents([&] { found = contents_->local_at(pc, from_frame); });
  return found;
}

LocalVariable Variables::Contents::local_at(uint64_t pc, int64_t from_frame) const {
  if (!dwarf) return {};
  // The frame belongs to the function that the others are inlined into.
  DWARFDie function = dwarf->getDIEsForAddress(pc).FunctionDIE;
  while (function && function.getTag() != dwarf::DW_TAG_subprogram) function = function.getParent();
  if (!function) return {};
  LocalVariable found = local_in(function, pc, from_frame, true);
  return found.name.empty() ? local_in(function, pc, from_frame, false) : found;
}

void Variables::for_each_leaf(const Variable& variable,
                              const std::function<bool(const Leaf&)>& visit) const {
  auto visit_there = [&](const Leaf& leaf) {
    bool is_there = leaf.address >= variable.address &&
                    leaf.address + leaf.size <= variable.address + variable.size;
    return is_there ? visit(leaf) : true;
  };
  uint64_t begin = variable.address - variable.offset;
  const std::function<bool(const Leaf&)> leaves = visit_there;
  read_contents([&] {
    Leaf whole = {variable.name, begin, size_of(variable.type), variable.type, 0, 0};
    LeafVisit{leaves}.leaves(whole, 0);
  });
}

}  // namespace omc::driver
