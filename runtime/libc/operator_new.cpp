// operator new and operator delete. The C++ library's own do the work; here each block learns who
// has made it, so that what new[] has made and delete or free gives back is told.
//
// A program may have operators of its own, which get their memory where they like. Where one of
// them is not the library's, no block learns anything.
#include "libc/operator_new.h"

#include "libc/interpose.h"
#include "races/alloc_kinds.h"
#include "races/lifetimes.h"
#include "sharing/instrumented_code.h"
#include "world/border.h"
#include "world/current.h"

namespace omc {
namespace {

bool are_of_library;
// They belong to an allocator that stands before the C library's, such as tcmalloc: libomc's stands
// before that when the program is explored, as with malloc. What one that is not instrumented does
// with its memory would not be seen.
bool are_of_allocator;

void* taken(size_t n, size_t alignment) {
  return are_of_allocator && inside() ? allocate(n, alignment) : nullptr;
}

bool is_taken_back(void* p, const void* pc) {
  if (!are_of_allocator || !in_heap(reinterpret_cast<uintptr_t>(p))) return false;
  if (inside()) give_back(p, pc);
  leave_no_traces();
  return true;
}

// The library's own ask for more than they were asked for: a byte where it was none, and whole
// alignments.
void* made(Family family, void* p, size_t n, const void* pc) {
  if (!p || !inside()) return p;
  if (are_of_library) shrink_block(p, n);
  if (are_of_library && is_seen_text(reinterpret_cast<uintptr_t>(pc)))
    set_family(p, family), note_making(p, pc);
  leave_no_traces();
  return p;
}

void leaves(Family family, void* p, const void* pc) {
  if (!p || !inside() || !are_of_library) return;
  check_family(family, p, pc);
  set_family(p, Family::any);  // the library's own gives it to free
}

}  // namespace

// As the compiler passes them.
enum class Alignment : size_t {};
struct Nothrow;

#define NEW(id, family, symbol, parameters, arguments, alignment)          \
  COUNTED_AS(void*, id, symbol, parameters) {                              \
    void* p = taken(n, static_cast<size_t>(alignment));                    \
    return made(Family::family, p ? p : real_##id() arguments, n, CALLER); \
  }
#define NEWS(id, family, letter)                                                                \
  NEW(id, family, "_Zn" letter "m", (size_t n), (n), heap_alignment)                            \
  NEW(id##_nothrow, family, "_Zn" letter "mRKSt9nothrow_t", (size_t n, const Nothrow& nothrow), \
      (n, nothrow), heap_alignment)                                                             \
  NEW(id##_aligned, family, "_Zn" letter "mSt11align_val_t", (size_t n, Alignment to), (n, to), \
      to)                                                                                       \
  NEW(id##_aligned_nothrow, family, "_Zn" letter "mSt11align_val_tRKSt9nothrow_t",              \
      (size_t n, Alignment to, const Nothrow& nothrow), (n, to, nothrow), to)

// The last call of each is a jump, so that free is called from where the program deletes.
#define DELETE(id, family, symbol, parameters, arguments) \
  COUNTED_AS(void, id, symbol, parameters) {              \
    leaves(Family::family, p, CALLER);                    \
    if (is_taken_back(p, CALLER)) return;                 \
    return real_##id() arguments;                         \
  }
#define DELETES(id, family, letter)                                                                \
  DELETE(id, family, "_Zd" letter "Pv", (void* p), (p))                                            \
  DELETE(id##_sized, family, "_Zd" letter "Pvm", (void* p, size_t n), (p, n))                      \
  DELETE(id##_nothrow, family, "_Zd" letter "PvRKSt9nothrow_t", (void* p, const Nothrow& nothrow), \
         (p, nothrow))                                                                             \
  DELETE(id##_aligned, family, "_Zd" letter "PvSt11align_val_t", (void* p, Alignment alignment),   \
         (p, alignment))                                                                           \
  DELETE(id##_sized_aligned, family, "_Zd" letter "PvmSt11align_val_t",                            \
         (void* p, size_t n, Alignment alignment), (p, n, alignment))                              \
  DELETE(id##_aligned_nothrow, family, "_Zd" letter "PvSt11align_val_tRKSt9nothrow_t",             \
         (void* p, Alignment alignment, const Nothrow& nothrow), (p, alignment, nothrow))

NEWS(new_one, one, "w")
NEWS(new_array, array, "a")
DELETES(delete_one, one, "l")
DELETES(delete_array, array, "a")

namespace {

constexpr const char* operators[] = {
    "_Znwm",
    "_ZnwmRKSt9nothrow_t",
    "_ZnwmSt11align_val_t",
    "_ZnwmSt11align_val_tRKSt9nothrow_t",
    "_Znam",
    "_ZnamRKSt9nothrow_t",
    "_ZnamSt11align_val_t",
    "_ZnamSt11align_val_tRKSt9nothrow_t",
    "_ZdlPv",
    "_ZdlPvm",
    "_ZdlPvRKSt9nothrow_t",
    "_ZdlPvSt11align_val_t",
    "_ZdlPvmSt11align_val_t",
    "_ZdlPvSt11align_val_tRKSt9nothrow_t",
    "_ZdaPv",
    "_ZdaPvm",
    "_ZdaPvRKSt9nothrow_t",
    "_ZdaPvSt11align_val_t",
    "_ZdaPvmSt11align_val_t",
    "_ZdaPvSt11align_val_tRKSt9nothrow_t",
};

extern "C" __attribute__((visibility("hidden"))) const char __ehdr_start[];

// Whether the program's calls of it come here.
bool is_here(const char* name) {
  Dl_info info;
  void* found = dlsym(RTLD_DEFAULT, name);
  return found && dladdr(found, &info) && info.dli_fbase == __ehdr_start;
}

}  // namespace

void find_operators() {
  are_of_library = true;
  for (const char* name : operators) are_of_library = are_of_library && is_here(name);
  are_of_allocator = are_of_library && is_of_allocator(reinterpret_cast<uintptr_t>(real_new_one()));
}

}  // namespace omc
