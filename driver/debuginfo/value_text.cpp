// Numbers are written by their type, enumerators by name, pointers by what they point to. An object
// without a plain value, such as a mutex, is shown as bytes.
#include "debuginfo/value_text.h"

#include <cstring>

#include <fmt/format.h>

#include "debuginfo/dwarf_types.h"
#include "llvm/BinaryFormat/Dwarf.h"

namespace omc::driver {
namespace {

namespace dwarf = llvm::dwarf;
using llvm::DWARFDie;

constexpr uint64_t most_bytes_shown = 16;

uint64_t unsigned_value(const Leaf& leaf, const uint8_t* bytes) {
  uint64_t value = 0;
  memcpy(&value, bytes, std::min<uint64_t>(leaf.size, sizeof value));
  if (!leaf.bit_size) return value;
  value >>= leaf.bit_offset;
  return leaf.bit_size < 64 ? value & ((uint64_t{1} << leaf.bit_size) - 1) : value;
}

int64_t signed_value(const Leaf& leaf, const uint8_t* bytes) {
  unsigned bits = leaf.bit_size ? leaf.bit_size : static_cast<unsigned>(leaf.size * 8);
  uint64_t value = unsigned_value(leaf, bytes);
  if (bits >= 64) return static_cast<int64_t>(value);
  uint64_t sign = uint64_t{1} << (bits - 1);
  return static_cast<int64_t>((value ^ sign) - sign);
}

std::string character(uint64_t c) {
  if (c >= 32 && c < 127 && c != '\'' && c != '\\')
    return fmt::format("'{}'", static_cast<char>(c));
  if (c == '\n') return "'\\n'";
  if (c == 0) return "'\\0'";
  return std::to_string(c);
}

std::string floating(const Leaf& leaf, const uint8_t* bytes) {
  if (leaf.size == sizeof(float)) {
    float value;
    memcpy(&value, bytes, sizeof value);
    return fmt::format("{}", value);
  }
  if (leaf.size == sizeof(double)) {
    double value;
    memcpy(&value, bytes, sizeof value);
    return fmt::format("{}", value);
  }
  long double value = 0;
  memcpy(&value, bytes, std::min<size_t>(leaf.size, 10));
  return fmt::format("{}", value);
}

std::string enumerator(DWARFDie type, int64_t value) {
  for (DWARFDie child : type.children()) {
    if (child.getTag() != dwarf::DW_TAG_enumerator) continue;
    auto form = child.find(dwarf::DW_AT_const_value);
    auto constant = form ? form->getAsSignedConstant() : std::nullopt;
    const char* name = child.getShortName();
    if (constant && *constant == value && name) return name;
  }
  return std::to_string(value);
}

std::string base_value(const Leaf& leaf, DWARFDie type, const uint8_t* bytes) {
  switch (unsigned_attribute(type, dwarf::DW_AT_encoding, 0)) {
    case dwarf::DW_ATE_boolean:
      return unsigned_value(leaf, bytes) ? "true" : "false";
    case dwarf::DW_ATE_float:
      return floating(leaf, bytes);
    case dwarf::DW_ATE_signed_char:
    case dwarf::DW_ATE_unsigned_char:
    case dwarf::DW_ATE_UTF:
      return character(unsigned_value(leaf, bytes));
    case dwarf::DW_ATE_signed:
      return std::to_string(signed_value(leaf, bytes));
    default:
      return std::to_string(unsigned_value(leaf, bytes));
  }
}

std::string raw_bytes(const Leaf& leaf, const uint8_t* bytes) {
  std::string out = "bytes";
  for (uint64_t i = 0; i < std::min(leaf.size, most_bytes_shown); i++)
    out += fmt::format(" {:02x}", bytes[i]);
  return leaf.size > most_bytes_shown ? out + " …" : out;
}

}  // namespace

std::string value_text(const Leaf& leaf, const uint8_t* bytes,
                       const std::function<std::string(uint64_t)>& name_pointer) {
  if (is_opaque(leaf.type)) return raw_bytes(leaf, bytes);
  DWARFDie type = plain_type(leaf.type);
  if (!type) return raw_bytes(leaf, bytes);
  switch (type.getTag()) {
    case dwarf::DW_TAG_base_type:
      return leaf.size <= 16 ? base_value(leaf, type, bytes) : raw_bytes(leaf, bytes);
    case dwarf::DW_TAG_enumeration_type:
      return enumerator(type, signed_value(leaf, bytes));
    case dwarf::DW_TAG_pointer_type:
    case dwarf::DW_TAG_reference_type:
    case dwarf::DW_TAG_rvalue_reference_type: {
      uint64_t target = unsigned_value(leaf, bytes);
      if (!target) return "nullptr";
      std::string name = name_pointer(target);
      return name.empty() ? fmt::format("{:#x}", target) : "&" + name;
    }
    default:
      return raw_bytes(leaf, bytes);
  }
}

}  // namespace omc::driver
