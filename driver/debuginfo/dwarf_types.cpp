// Types of debug information, reduced to what reports need: size, parts, and what is opaque.
#include "debuginfo/dwarf_types.h"

#include <map>

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"

namespace omc::driver {
namespace {

namespace dwarf = llvm::dwarf;
using llvm::DWARFDie;
using llvm::StringRef;

constexpr unsigned deepest = 64;  // nesting of types; guards against wrong debug information

bool is_alias(dwarf::Tag tag) {
  return tag == dwarf::DW_TAG_typedef || tag == dwarf::DW_TAG_const_type ||
         tag == dwarf::DW_TAG_volatile_type || tag == dwarf::DW_TAG_restrict_type ||
         tag == dwarf::DW_TAG_atomic_type;
}

StringRef name_of(DWARFDie die) {
  const char* name = die ? die.getShortName() : nullptr;
  return name ? name : "";
}

bool in_std(DWARFDie die) {
  for (DWARFDie parent = die.getParent(); parent; parent = parent.getParent())
    if (parent.getTag() == dwarf::DW_TAG_namespace && name_of(parent) == "std") return true;
  return false;
}

// Definitions of classes, by file and name. Of a class with virtual functions, only the unit that
// holds its table has the members; the other units have a declaration.
using Definitions = std::map<std::string, std::vector<DWARFDie>>;
std::map<const llvm::DWARFContext*, Definitions> definitions;

bool is_declaration(DWARFDie die) { return die.find(dwarf::DW_AT_declaration).has_value(); }

// A name that is local to its unit or function.
bool is_local_name(DWARFDie die) {
  for (DWARFDie scope = die.getParent(); scope; scope = scope.getParent()) {
    bool unnamed = scope.getTag() == dwarf::DW_TAG_namespace && name_of(scope).empty();
    if (unnamed || scope.getTag() == dwarf::DW_TAG_subprogram) return true;
  }
  return false;
}

DWARFDie definition_of(DWARFDie declared) {
  auto known = definitions.find(&declared.getDwarfUnit()->getContext());
  if (known == definitions.end()) return declared;
  auto named = known->second.find(name_of(declared).str());
  if (named == known->second.end()) return declared;
  std::string name = qualified_name(declared);
  bool only_here = is_local_name(declared);
  for (DWARFDie found : named->second) {
    bool here = found.getDwarfUnit() == declared.getDwarfUnit();
    if ((here || !only_here) && qualified_name(found) == name) return found;
  }
  return declared;
}

// Members whose names are private to a library: "_M_elems", "__data".
bool is_internal(StringRef name) { return name.starts_with("_M_") || name.starts_with("__"); }

}  // namespace

DWARFDie type_of(DWARFDie die) {
  auto form = die.findRecursively({dwarf::DW_AT_type});
  if (!form) return {};
  DWARFDie type = die.getAttributeValueAsReferencedDie(*form);
  if (type) type = type.resolveTypeUnitReference();
  return is_record(type) && is_declaration(type) ? definition_of(type) : type;
}

void register_definition(DWARFDie record) {
  StringRef name = name_of(record);
  if (!name.empty() && !is_declaration(record))
    definitions[&record.getDwarfUnit()->getContext()][name.str()].push_back(record);
}

void forget_definitions(const llvm::DWARFContext& file) { definitions.erase(&file); }

DWARFDie plain_type(DWARFDie type) {
  for (unsigned i = 0; type && is_alias(type.getTag()) && i < deepest; i++) type = type_of(type);
  return type;
}

uint64_t unsigned_attribute(DWARFDie die, dwarf::Attribute attribute, uint64_t otherwise) {
  return dwarf::toUnsigned(die.find(attribute), otherwise);
}

bool is_array(DWARFDie type) { return type && type.getTag() == dwarf::DW_TAG_array_type; }

bool is_record(DWARFDie type) {
  return type &&
         (type.getTag() == dwarf::DW_TAG_structure_type ||
          type.getTag() == dwarf::DW_TAG_class_type || type.getTag() == dwarf::DW_TAG_union_type);
}

std::vector<uint64_t> dimensions(DWARFDie array) {
  std::vector<uint64_t> out;
  for (DWARFDie child : array.children()) {
    if (child.getTag() != dwarf::DW_TAG_subrange_type) continue;
    uint64_t count = unsigned_attribute(child, dwarf::DW_AT_count, UINT64_MAX);
    if (count == UINT64_MAX)
      count = unsigned_attribute(child, dwarf::DW_AT_upper_bound, UINT64_MAX) + 1;
    out.push_back(count);
  }
  return out;
}

static uint64_t size_within(DWARFDie type, unsigned depth) {
  type = plain_type(type);
  if (!type || depth > deepest) return 0;
  uint64_t size = unsigned_attribute(type, dwarf::DW_AT_byte_size, 0);
  if (size) return size;
  switch (type.getTag()) {
    case dwarf::DW_TAG_pointer_type:
    case dwarf::DW_TAG_reference_type:
    case dwarf::DW_TAG_rvalue_reference_type:
      return 8;
    case dwarf::DW_TAG_array_type:
      size = size_within(type_of(type), depth + 1);
      for (uint64_t count : dimensions(type)) size *= count;
      return size;
    case dwarf::DW_TAG_enumeration_type:
      return size_within(type_of(type), depth + 1);
    default:
      return 0;
  }
}

uint64_t size_of(DWARFDie type) { return size_within(type, 0); }

std::vector<Part> parts_of(DWARFDie record) {
  std::vector<Part> parts;
  for (DWARFDie child : record.children()) {
    bool base = child.getTag() == dwarf::DW_TAG_inheritance;
    if (!base && child.getTag() != dwarf::DW_TAG_member) continue;
    if (child.find(dwarf::DW_AT_external)) continue;  // a static member has an address of its own
    if (base && child.find(dwarf::DW_AT_virtuality)) continue;  // its offset is in the object
    Part part;
    part.type = type_of(child);
    part.offset = unsigned_attribute(child, dwarf::DW_AT_data_member_location, 0);
    part.bit_size = static_cast<unsigned>(unsigned_attribute(child, dwarf::DW_AT_bit_size, 0));
    if (part.bit_size) {
      uint64_t bits = unsigned_attribute(child, dwarf::DW_AT_data_bit_offset, part.offset * 8);
      uint64_t unit = std::max<uint64_t>(size_of(part.type), 1);
      part.offset = bits / 8 / unit * unit;
      part.bit_offset = static_cast<unsigned>(bits - part.offset * 8);
    }
    if (!base && !is_internal(name_of(child))) part.name = name_of(child).str();
    parts.push_back(std::move(part));
  }
  return parts;
}

bool is_opaque(DWARFDie type) {
  for (unsigned i = 0; type && is_alias(type.getTag()) && i < deepest; i++) {
    StringRef name = name_of(type);
    if (name.starts_with("pthread_") || name == "sem_t" || name == "mtx_t" || name == "cnd_t")
      return true;
    type = type_of(type);
  }
  if (!is_record(type) || !in_std(type)) return false;
  StringRef name = name_of(type);
  for (StringRef open : {"array<", "pair<", "tuple<", "optional<", "atomic<", "__atomic_"})
    if (name.starts_with(open)) return false;
  return true;
}

std::string qualified_name(DWARFDie die) {
  std::string name = name_of(die).str();
  DWARFDie declared = die.getAttributeValueAsReferencedDie(dwarf::DW_AT_specification);
  if (declared && name.empty()) name = name_of(declared).str();
  DWARFDie scope = (declared ? declared : die).getParent();
  for (; scope; scope = scope.getParent()) {
    bool named = scope.getTag() == dwarf::DW_TAG_namespace || is_record(scope);
    if (named && !name_of(scope).empty()) name = name_of(scope).str() + "::" + name;
  }
  return name;
}

}  // namespace omc::driver
