#include "counted.h"

#include <cstring>

#include "known.h"
#include "memory.h"
#include "page_table.h"

namespace omc {
namespace {

// Constants, such as most texts: the compiler does not tell of their accesses either.
bool never_changes(const void* p) {
  auto address = reinterpret_cast<uintptr_t>(p);
  return !in_slots(address) && !region_of(address);
}

}  // namespace

[[gnu::noinline]] void count_as_access(const void* p, size_t n, AccessKind kind, const void* pc) {
  if (needs_nothing(p, n)) return leave_no_traces();
  clear_below();
  if (n && !(kind == AccessKind::read && never_changes(p))) {
    access_point(p, n, kind == AccessKind::write);
    check_memory(p, n, kind);
    note_access(p, n, kind, pc);
  }
  // What runs next is not instrumented, and its frames lie where those of the checker were.
  clear_below();
  leave_no_traces();
}

void count_text(const char* text, const void* pc) {
  if (text) count_read(text, strlen(text) + 1, pc);
}

}  // namespace omc
