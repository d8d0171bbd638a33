// Members of std::string: rows in libc/cxx_string.def.
#include "libc/interpose.h"
#include "libc/rows_as_next.h"

namespace omc {
namespace {

// All arguments and results are integers and pointers, so all members can be called in one way.
using Word = uintptr_t;
struct Result {
  Word first, second;
};

}  // namespace

#include "libc/cxx_string.def"

namespace {

// The part of a string object that all members use: where the characters are, and how many.
constexpr size_t string_size = sizeof(char*) + sizeof(size_t);

[[gnu::always_inline]] inline void record_string(Word address, AccessKind kind, const void* pc) {
  record_access(reinterpret_cast<const void*>(address), string_size, kind, pc);
}
#define READS_STRING(address) record_string(address, AccessKind::read, CALLER)
#define WRITES_STRING(address) record_string(address, AccessKind::write, CALLER)

}  // namespace

#include "libc/rows_as_functions.h"

#include "libc/cxx_string.def"

}  // namespace omc
