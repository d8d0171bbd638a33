#include "heap/alloc_kinds.h"

#include "races/lifetimes.h"
#include "report/bugs.h"
#include "sharing/instrumented_code.h"
#include "threads/scheduler.h"

namespace omc {
namespace {

// By the family of the call, then by that of the block.
constexpr const char* texts[][4] = {
    {},
    {nullptr, nullptr, "free of a block that new has made", "free of a block that new[] has made"},
    {nullptr, "delete of a block that malloc has made", nullptr,
     "delete of a block that new[] has made"},
    {nullptr, "delete[] of a block that malloc has made", "delete[] of a block that new has made",
     nullptr},
};

}  // namespace

void* made_by_malloc(void* p, const void* pc) {
  if (p && is_seen_text(reinterpret_cast<uintptr_t>(pc)))
    set_family(p, Family::malloc), note_making(p, pc);
  leave_no_traces();
  return p;
}

void check_family(Family by, const void* p, const void* pc) {
  const char* text = texts[static_cast<unsigned>(by)][static_cast<unsigned>(family_of(p))];
  if (text && is_seen_text(reinterpret_cast<uintptr_t>(pc))) found({BugKind::memory, text, p});
}

}  // namespace omc
