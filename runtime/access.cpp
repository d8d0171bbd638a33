// What the compiler's own instrumentation calls (-fsanitize=thread, code generation only): every access that may be
// shared, and every atomic operation. Dormant, an access is one load and one branch, and an atomic is itself.
#include <cstring>

#include "accesses.h"
#include "atomic.h"
#include "known.h"
#include "memory.h"
#include "world.h"

using namespace omc;

namespace {

// The slow paths are tail calls, so that their return address is the access. What is known needs no frame.
template <size_t size, AccessKind kind>
[[gnu::noinline]] void explored_unknown(const void* p) {
  if (needs_nothing(p, size)) return leave_no_traces();
  if (is_repeated(p, size, kind)) return leave_no_traces();
  clear_below();
  access_point(p, size, is_write(kind));
  check_memory(p, size, kind);
  note_access(p, size, kind, __builtin_return_address(0));
  leave_no_traces();
}

template <size_t size, AccessKind kind>
[[gnu::noinline]] void explored(const void* p) {
  if (!are_lines_known(p, size)) return explored_unknown<size, kind>(p);
  leave_no_traces();
}

[[gnu::noinline]] void explored_unknown_at(const void* p, size_t n, AccessKind kind, const void* pc) {
  if (needs_nothing(p, n)) return leave_no_traces();
  clear_below();
  access_point(p, n, is_write(kind));
  check_memory(p, n, kind);
  note_access(p, n, kind, pc);
  leave_no_traces();
}

[[gnu::noinline]] void explored_at(const void* p, size_t n, AccessKind kind, const void* pc) {
  if (!are_lines_known(p, n)) return explored_unknown_at(p, n, kind, pc);
  leave_no_traces();
}

// 16 bytes: with cmpxchg16b, in a loop for what is no compare-exchange.
using Wide = unsigned __int128;
template <class Change>
Wide update_wide(volatile Wide* p, Change change) {
  auto* word = const_cast<Wide*>(p);
  Wide old = *word;
  for (;;) {
    Wide seen = __sync_val_compare_and_swap(word, old, change(old));
    if (seen == old) return old;
    old = seen;
  }
}

template <class T>
T load_unaligned(const void* p, const void* pc) {
  if (__builtin_expect(checker.exploring, 0)) explored_at(p, sizeof(T), AccessKind::read, pc);
  T value;
  memcpy(&value, p, sizeof(T));
  return value;
}

template <class T>
void store_unaligned(void* p, T value, const void* pc) {
  if (__builtin_expect(checker.exploring, 0)) explored_at(p, sizeof(T), AccessKind::write, pc);
  memcpy(p, &value, sizeof(T));
}

}  // namespace

#define IF_EXPLORING(call)                           \
  do {                                               \
    if (__builtin_expect(checker.exploring, 0)) call; \
  } while (0)

#pragma GCC visibility push(default)
extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}

#define ACCESS(size)                                                                                        \
  void __tsan_read##size(void* p) { IF_EXPLORING((explored<size, AccessKind::read>(p))); }                  \
  void __tsan_write##size(void* p) { IF_EXPLORING((explored<size, AccessKind::write>(p))); }                \
  void __tsan_unaligned_read##size(void* p) { IF_EXPLORING((explored<size, AccessKind::read>(p))); }        \
  void __tsan_unaligned_write##size(void* p) { IF_EXPLORING((explored<size, AccessKind::write>(p))); }      \
  void __tsan_volatile_read##size(void* p) { IF_EXPLORING((explored<size, AccessKind::read>(p))); }         \
  void __tsan_volatile_write##size(void* p) { IF_EXPLORING((explored<size, AccessKind::write>(p))); }       \
  void __tsan_unaligned_volatile_read##size(void* p) { IF_EXPLORING((explored<size, AccessKind::read>(p))); }   \
  void __tsan_unaligned_volatile_write##size(void* p) { IF_EXPLORING((explored<size, AccessKind::write>(p))); } \
  void __tsan_read_write##size(void* p) { IF_EXPLORING((explored<size, AccessKind::write>(p))); }           \
  void __tsan_unaligned_read_write##size(void* p) { IF_EXPLORING((explored<size, AccessKind::write>(p))); } \
  void __tsan_read##size##_pc(void* p, void* pc) { IF_EXPLORING(explored_at(p, size, AccessKind::read, pc)); }   \
  void __tsan_write##size##_pc(void* p, void* pc) { IF_EXPLORING(explored_at(p, size, AccessKind::write, pc)); }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

void __tsan_read_range(void* p, size_t n) { IF_EXPLORING(explored_at(p, n, AccessKind::read, __builtin_return_address(0))); }
void __tsan_write_range(void* p, size_t n) { IF_EXPLORING(explored_at(p, n, AccessKind::write, __builtin_return_address(0))); }
void __tsan_read_range_pc(void* p, size_t n, void* pc) { IF_EXPLORING(explored_at(p, n, AccessKind::read, pc)); }
void __tsan_write_range_pc(void* p, size_t n, void* pc) { IF_EXPLORING(explored_at(p, n, AccessKind::write, pc)); }

void omc_lanes(void* first, size_t size, size_t which, int is_write) {
  if (__builtin_expect(!checker.exploring, 1)) return;
  AccessKind kind = is_write ? AccessKind::write : AccessKind::read;
  for (char* p = static_cast<char*>(first); which;) {
    int skipped = __builtin_ctzl(which);
    p += size * skipped;
    which >>= skipped;
    int together = ~which ? __builtin_ctzl(~which) : 64;
    explored_at(p, size * together, kind, __builtin_return_address(0));
    p += size * together;
    which = together < 64 ? which >> together : 0;
  }
}

// Of sanitizer/common_interface_defs.h, which ThreadSanitizer has as well.
uint16_t __sanitizer_unaligned_load16(const void* p) { return load_unaligned<uint16_t>(p, __builtin_return_address(0)); }
uint32_t __sanitizer_unaligned_load32(const void* p) { return load_unaligned<uint32_t>(p, __builtin_return_address(0)); }
uint64_t __sanitizer_unaligned_load64(const void* p) { return load_unaligned<uint64_t>(p, __builtin_return_address(0)); }
void __sanitizer_unaligned_store16(void* p, uint16_t v) { store_unaligned(p, v, __builtin_return_address(0)); }
void __sanitizer_unaligned_store32(void* p, uint32_t v) { store_unaligned(p, v, __builtin_return_address(0)); }
void __sanitizer_unaligned_store64(void* p, uint64_t v) { store_unaligned(p, v, __builtin_return_address(0)); }
void __tsan_vptr_read(void** p) { IF_EXPLORING((explored<sizeof(void*), AccessKind::read>(p))); }
// A constructor sets the pointer that is there already: that is no write.
void __tsan_vptr_update(void** p, void* value) {
  if (*p != value) IF_EXPLORING((explored<sizeof(void*), AccessKind::write>(p)));
}

void __tsan_external_read(void* p, void*, void*) { IF_EXPLORING((explored<1, AccessKind::read>(p))); }
void __tsan_external_write(void* p, void*, void*) { IF_EXPLORING((explored<1, AccessKind::write>(p))); }

void* __tsan_memcpy(void* to, const void* from, size_t n) {
  if (__builtin_expect(checker.exploring, 0)) {
    explored_at(from, n, AccessKind::read, __builtin_return_address(0));
    explored_at(to, n, AccessKind::write, __builtin_return_address(0));
  }
  return memcpy(to, from, n);
}
void* __tsan_memmove(void* to, const void* from, size_t n) {
  if (__builtin_expect(checker.exploring, 0)) {
    explored_at(from, n, AccessKind::read, __builtin_return_address(0));
    explored_at(to, n, AccessKind::write, __builtin_return_address(0));
  }
  return memmove(to, from, n);
}
void* __tsan_memset(void* to, int byte, size_t n) {
  if (__builtin_expect(checker.exploring, 0)) explored_at(to, n, AccessKind::write, __builtin_return_address(0));
  return memset(to, byte, n);
}

// ---- Atomics ----

#define ATOMIC(bits, T)                                                                                                \
  T __tsan_atomic##bits##_load(const volatile T* p, int order) {                                                       \
    begin_atomic(const_cast<const T*>(p), sizeof(T), AtomicOp::load, order, __builtin_return_address(0));              \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                                       \
  }                                                                                                                    \
  void __tsan_atomic##bits##_store(volatile T* p, T v, int order) {                                                    \
    begin_atomic(const_cast<T*>(p), sizeof(T), AtomicOp::store, order, __builtin_return_address(0));                   \
    __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                                                                          \
  }                                                                                                                    \
  T __tsan_atomic##bits##_exchange(volatile T* p, T v, int order) {                                                          \
    begin_atomic(const_cast<T*>(p), sizeof(T), AtomicOp::update, order, __builtin_return_address(0));                         \
    return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);                                                                \
  }                                                                                                                    \
  UPDATE(bits, T, add)                                                                                                 \
  UPDATE(bits, T, sub)                                                                                                 \
  UPDATE(bits, T, and)                                                                                                 \
  UPDATE(bits, T, or)                                                                                                  \
  UPDATE(bits, T, xor)                                                                                                 \
  UPDATE(bits, T, nand)                                                                                                \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T* p, T* c, T v, int order, int failure) {                      \
    begin_compare(const_cast<T*>(p), c, sizeof(T), {order, failure}, __builtin_return_address(0));                     \
    return __atomic_compare_exchange_n(p, c, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                            \
  }                                                                                                                    \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T* p, T* c, T v, int order, int failure) {                        \
    begin_compare(const_cast<T*>(p), c, sizeof(T), {order, failure}, __builtin_return_address(0));                     \
    return __atomic_compare_exchange_n(p, c, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                            \
  }                                                                                                                    \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T c, T v, int order, int failure) {                            \
    begin_compare(const_cast<T*>(p), &c, sizeof(T), {order, failure}, __builtin_return_address(0));                    \
    __atomic_compare_exchange_n(p, &c, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                                  \
    return c;                                                                                                          \
  }
#define UPDATE(bits, T, operation)                                                             \
  T __tsan_atomic##bits##_fetch_##operation(volatile T* p, T v, int order) {                         \
    begin_atomic(const_cast<T*>(p), sizeof(T), AtomicOp::update, order, __builtin_return_address(0)); \
    return __atomic_fetch_##operation(p, v, __ATOMIC_SEQ_CST);                                 \
  }
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)
#undef UPDATE

Wide __tsan_atomic128_load(const volatile Wide* p, int order) {
  begin_atomic(const_cast<const Wide*>(p), sizeof(Wide), AtomicOp::load, order, __builtin_return_address(0));
  return update_wide(const_cast<volatile Wide*>(p), [](Wide v) { return v; });
}
void __tsan_atomic128_store(volatile Wide* p, Wide v, int order) {
  begin_atomic(const_cast<Wide*>(p), sizeof(Wide), AtomicOp::store, order, __builtin_return_address(0));
  update_wide(p, [=](Wide) { return v; });
}
#define UPDATE_WIDE(name, expression)                                                             \
  Wide __tsan_atomic128_##name(volatile Wide* p, Wide v, int order) {                                   \
    begin_atomic(const_cast<Wide*>(p), sizeof(Wide), AtomicOp::update, order, __builtin_return_address(0)); \
    return update_wide(p, [=](Wide old) -> Wide { return expression; });                          \
  }
UPDATE_WIDE(exchange, (void(old), v))
UPDATE_WIDE(fetch_add, old + v)
UPDATE_WIDE(fetch_sub, old - v)
UPDATE_WIDE(fetch_and, old & v)
UPDATE_WIDE(fetch_or, old | v)
UPDATE_WIDE(fetch_xor, old ^ v)
UPDATE_WIDE(fetch_nand, ~(old & v))
int __tsan_atomic128_compare_exchange_strong(volatile Wide* p, Wide* c, Wide v, int order, int failure) {
  begin_compare(const_cast<Wide*>(p), c, sizeof(Wide), {order, failure}, __builtin_return_address(0));
  Wide seen = __sync_val_compare_and_swap(const_cast<Wide*>(p), *c, v);
  bool same = seen == *c;
  *c = seen;
  return same;
}
int __tsan_atomic128_compare_exchange_weak(volatile Wide* p, Wide* c, Wide v, int a, int b) {
  return __tsan_atomic128_compare_exchange_strong(p, c, v, a, b);
}
Wide __tsan_atomic128_compare_exchange_val(volatile Wide* p, Wide c, Wide v, int a, int b) {
  __tsan_atomic128_compare_exchange_strong(p, &c, v, a, b);
  return c;
}

void __tsan_atomic_thread_fence(int order) {
  IF_EXPLORING(fence(order));
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {}

}  // extern "C"
