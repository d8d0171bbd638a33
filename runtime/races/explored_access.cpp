// The plain accesses of ThreadSanitizer's ABI (-fsanitize=thread, code generation only), and what
// any access does while the program is explored. In a dormant program each is one load and one
// branch.
//
// The functions of the ABI have no frame. A cache hit needs none, and explored_uncached is a tail
// call, so its return address is the site of the access.
#include "races/explored_access.h"

#include "races/footprint.h"
#include "races/memory_errors.h"
#include "sharing/private_access.h"
#include "sharing/private_cache.h"
#include "world/access.h"
#include "world/border.h"
#include "world/events.h"
#include "world/point.h"
#include "world/world.h"

using namespace omc;

namespace omc {

void make_access(const Access& access) {
  access_point(access.p, access.n, is_write(access.kind));
  if (!is_surely_live(access.p, access.n)) check_memory(access.p, access.n, access.kind);
  record_footprint(access.p, access.n, access.recorded_as, access.pc);
  if (__builtin_expect(checker.is_replay, 0))
    accesses_value(access.p, access.n, is_write(access.kind));
}

namespace {

// Leaves the same bytes below the stack pointer whether the thread stopped or not.
[[gnu::always_inline]] inline void make_and_clear(const Access& access) {
  clear_below();
  make_access(access);
  clear_a_little_below();
  leave_no_traces();
}

// The private cache has no answer. The return address is the site of the access.
[[gnu::noinline]] void explored_uncached(const void* p, size_t n, AccessKind kind) {
  if (is_private_access(p, n, kind)) return leave_no_traces();
  if (is_repeated_access(p, n, kind)) return leave_no_traces();
  make_and_clear({p, n, kind, kind, __builtin_return_address(0)});
}

[[gnu::noinline]] void explored_uncached_at(const void* p, size_t n, AccessKind kind,
                                            const void* pc) {
  if (is_private_access(p, n, kind)) return leave_no_traces();
  make_and_clear({p, n, kind, kind, pc});
}

template <size_t size, AccessKind kind>
[[gnu::noinline]] void explored(const void* p) {
  if (!are_lines_cached(p, size)) return explored_uncached(p, size, kind);
  leave_no_traces();
}

}  // namespace

void explored_at(const void* p, size_t n, AccessKind kind, const void* pc) {
  if (!are_lines_cached(p, n)) return explored_uncached_at(p, n, kind, pc);
  leave_no_traces();
}

}  // namespace omc

#pragma GCC visibility push(default)
extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}

#define ACCESS(size)                                                                              \
  void __tsan_read##size(void* p) { IF_EXPLORING((explored<size, AccessKind::read>(p))); }        \
  void __tsan_write##size(void* p) { IF_EXPLORING((explored<size, AccessKind::write>(p))); }      \
  void __tsan_unaligned_read##size(void* p) {                                                     \
    IF_EXPLORING((explored<size, AccessKind::read>(p)));                                          \
  }                                                                                               \
  void __tsan_unaligned_write##size(void* p) {                                                    \
    IF_EXPLORING((explored<size, AccessKind::write>(p)));                                         \
  }                                                                                               \
  void __tsan_volatile_read##size(void* p) {                                                      \
    IF_EXPLORING((explored<size, AccessKind::read>(p)));                                          \
  }                                                                                               \
  void __tsan_volatile_write##size(void* p) {                                                     \
    IF_EXPLORING((explored<size, AccessKind::write>(p)));                                         \
  }                                                                                               \
  void __tsan_unaligned_volatile_read##size(void* p) {                                            \
    IF_EXPLORING((explored<size, AccessKind::read>(p)));                                          \
  }                                                                                               \
  void __tsan_unaligned_volatile_write##size(void* p) {                                           \
    IF_EXPLORING((explored<size, AccessKind::write>(p)));                                         \
  }                                                                                               \
  void __tsan_read_write##size(void* p) { IF_EXPLORING((explored<size, AccessKind::write>(p))); } \
  void __tsan_unaligned_read_write##size(void* p) {                                               \
    IF_EXPLORING((explored<size, AccessKind::write>(p)));                                         \
  }                                                                                               \
  void __tsan_read##size##_pc(void* p, void* pc) {                                                \
    IF_EXPLORING(explored_at(p, size, AccessKind::read, pc));                                     \
  }                                                                                               \
  void __tsan_write##size##_pc(void* p, void* pc) {                                               \
    IF_EXPLORING(explored_at(p, size, AccessKind::write, pc));                                    \
  }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

void __tsan_read_range(void* p, size_t n) {
  IF_EXPLORING(explored_at(p, n, AccessKind::read, __builtin_return_address(0)));
}
void __tsan_write_range(void* p, size_t n) {
  IF_EXPLORING(explored_at(p, n, AccessKind::write, __builtin_return_address(0)));
}
void __tsan_read_range_pc(void* p, size_t n, void* pc) {
  IF_EXPLORING(explored_at(p, n, AccessKind::read, pc));
}
void __tsan_write_range_pc(void* p, size_t n, void* pc) {
  IF_EXPLORING(explored_at(p, n, AccessKind::write, pc));
}

void __tsan_vptr_read(void** p) { IF_EXPLORING((explored<sizeof(void*), AccessKind::read>(p))); }
// Constructors of a hierarchy set the same pointer again, which is no write.
void __tsan_vptr_update(void** p, void* value) {
  if (*p != value) IF_EXPLORING((explored<sizeof(void*), AccessKind::write>(p)));
}

void __tsan_external_read(void* p, void*, void*) {
  IF_EXPLORING((explored<1, AccessKind::read>(p)));
}
void __tsan_external_write(void* p, void*, void*) {
  IF_EXPLORING((explored<1, AccessKind::write>(p)));
}

}  // extern "C"
