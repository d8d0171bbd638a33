#include "races/alloc_kinds.h"

#include "sharing/instrumented_code.h"
#include "world/finding.h"

namespace omc {
namespace {

// By the kind of the deallocation, then by that of the block.
constexpr const char* texts[][4] = {
    {},
    {nullptr, nullptr, "free of a block that new has made", "free of a block that new[] has made"},
    {nullptr, "delete of a block that malloc has made", nullptr,
     "delete of a block that new[] has made"},
    {nullptr, "delete[] of a block that malloc has made", "delete[] of a block that new has made",
     nullptr},
};

}  // namespace

void check_alloc_kind(AllocKind by, const void* p, const void* pc) {
  const char* text = texts[static_cast<unsigned>(by)][static_cast<unsigned>(alloc_kind_of(p))];
  if (text && is_instrumented(reinterpret_cast<uintptr_t>(pc))) found({BugKind::memory, text, p});
}

}  // namespace omc
