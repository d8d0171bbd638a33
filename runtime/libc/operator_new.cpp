// operator new and operator delete: rows in libc/operator_new.def. Each block learns here which of
// them has made it, so that delete of what new[] has made is reported.
//
// A program may have operators of its own, which get their memory anywhere. Where one of them is
// not the library's, no block learns anything.
#include "libc/operator_new.h"

#include "libc/interpose.h"
#include "libc/rows_as_next.h"
#include "races/alloc_kinds.h"
#include "races/lifetimes.h"
#include "sharing/instrumented_code.h"
#include "world/border.h"
#include "world/current.h"

namespace omc {

// As the compiler passes them.
enum class Alignment : size_t {};
struct Nothrow;

#include "libc/operator_new.def"

namespace {

bool are_of_library;
// They belong to an allocator in front of the C library's, such as tcmalloc. While exploring,
// libomc's heap stands in front of that one, as for malloc: an allocator without instrumentation
// hides what it does with its memory.
bool are_of_allocator;

void* take_from_heap(size_t n, size_t alignment, const void* pc) {
  if (inside() && is_instrumented(reinterpret_cast<uintptr_t>(pc))) announce_allocation();
  return are_of_allocator && entered() ? allocate_unset(n, alignment) : nullptr;
}

bool is_taken_back(void* p, const void* pc) {
  if (!are_of_allocator || !in_heap(reinterpret_cast<uintptr_t>(p))) return false;
  if (entered()) free_checked(p, pc);
  leave_no_traces();
  return true;
}

// The library's operators ask malloc for more than they were asked for: a byte instead of none, and
// whole alignments. The block ends where the program's request ends.
void* record_new(AllocKind kind, void* p, size_t n, const void* pc) {
  if (!p || !entered()) return p;
  if (are_of_library) shrink_block(p, n);
  if (are_of_library && is_instrumented(reinterpret_cast<uintptr_t>(pc)))
    set_alloc_kind(p, kind), record_allocation(p, pc);
  leave_no_traces();
  return p;
}

void record_delete(AllocKind kind, void* p, const void* pc) {
  if (!p || !entered() || !are_of_library) return;
  check_alloc_kind(kind, p, pc);
  set_alloc_kind(p, AllocKind::any);  // the library's own operator passes it to free
}

}  // namespace

#include "libc/rows_as_functions.h"

#include "libc/operator_new.def"

namespace {

#define INTERPOSED_SYMBOL(symbol) symbol,
#include "libc/rows_as_names.h"

constexpr const char* operators[] = {
#include "libc/operator_new.def"
};

extern "C" __attribute__((visibility("hidden"))) const char __ehdr_start[];

// True if the program's calls of the function come to libomc.
bool is_here(const char* name) {
  Dl_info info;
  void* found = dlsym(RTLD_DEFAULT, name);
  return found && dladdr(found, &info) && info.dli_fbase == __ehdr_start;
}

}  // namespace

void find_operators() {
  are_of_library = true;
  for (const char* name : operators) are_of_library = are_of_library && is_here(name);
  are_of_allocator = are_of_library && is_of_allocator(reinterpret_cast<uintptr_t>(next_new_one()));
}

}  // namespace omc
