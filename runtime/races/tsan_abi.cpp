// The rest of ThreadSanitizer's ABI: atomics, copies, vectors. In a dormant program each function
// only performs its operation.
#include <cstring>

#include "races/atomics.h"
#include "races/explored_access.h"
#include "world/access.h"
#include "world/world.h"

using namespace omc;

namespace {

// 16 bytes, by cmpxchg16b in a loop.
using Wide = unsigned __int128;
template <class Change>
Wide update_wide(volatile Wide* p, Change change) {
  auto* word = const_cast<Wide*>(p);
  Wide old = *word;
  for (;;) {
    Wide previous = __sync_val_compare_and_swap(word, old, change(old));
    if (previous == old) return old;
    old = previous;
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

#pragma GCC visibility push(default)
extern "C" {

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

// From sanitizer/common_interface_defs.h.
uint16_t __sanitizer_unaligned_load16(const void* p) {
  return load_unaligned<uint16_t>(p, __builtin_return_address(0));
}
uint32_t __sanitizer_unaligned_load32(const void* p) {
  return load_unaligned<uint32_t>(p, __builtin_return_address(0));
}
uint64_t __sanitizer_unaligned_load64(const void* p) {
  return load_unaligned<uint64_t>(p, __builtin_return_address(0));
}
void __sanitizer_unaligned_store16(void* p, uint16_t v) {
  store_unaligned(p, v, __builtin_return_address(0));
}
void __sanitizer_unaligned_store32(void* p, uint32_t v) {
  store_unaligned(p, v, __builtin_return_address(0));
}
void __sanitizer_unaligned_store64(void* p, uint64_t v) {
  store_unaligned(p, v, __builtin_return_address(0));
}

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
  if (__builtin_expect(checker.exploring, 0))
    explored_at(to, n, AccessKind::write, __builtin_return_address(0));
  return memset(to, byte, n);
}

// ---- Atomics ----

// NOLINTBEGIN(bugprone-macro-parentheses): T is a type
#define ATOMIC(bits, T)                                                                            \
  T __tsan_atomic##bits##_load(const volatile T* p, int order) {                                   \
    begin_atomic(const_cast<const T*>(p), sizeof(T), AtomicOp::load, order,                        \
                 __builtin_return_address(0));                                                     \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                   \
  }                                                                                                \
  void __tsan_atomic##bits##_store(volatile T* p, T v, int order) {                                \
    begin_atomic(const_cast<T*>(p), sizeof(T), AtomicOp::store, order,                             \
                 __builtin_return_address(0));                                                     \
    __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                                                      \
  }                                                                                                \
  T __tsan_atomic##bits##_exchange(volatile T* p, T v, int order) {                                \
    begin_atomic(const_cast<T*>(p), sizeof(T), AtomicOp::update, order,                            \
                 __builtin_return_address(0));                                                     \
    return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);                                            \
  }                                                                                                \
  UPDATE(bits, T, add)                                                                             \
  UPDATE(bits, T, sub)                                                                             \
  UPDATE(bits, T, and)                                                                             \
  UPDATE(bits, T, or)                                                                              \
  UPDATE(bits, T, xor)                                                                             \
  UPDATE(bits, T, nand)                                                                            \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T* p, T* c, T v, int order,           \
                                                    int failure) {                                 \
    begin_compare(const_cast<T*>(p), c, sizeof(T), {order, failure}, __builtin_return_address(0)); \
    return __atomic_compare_exchange_n(p, c, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);        \
  }                                                                                                \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T* p, T* c, T v, int order,             \
                                                  int failure) {                                   \
    begin_compare(const_cast<T*>(p), c, sizeof(T), {order, failure}, __builtin_return_address(0)); \
    return __atomic_compare_exchange_n(p, c, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);        \
  }                                                                                                \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T c, T v, int order, int failure) {  \
    begin_compare(const_cast<T*>(p), &c, sizeof(T), {order, failure},                              \
                  __builtin_return_address(0));                                                    \
    __atomic_compare_exchange_n(p, &c, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);              \
    return c;                                                                                      \
  }
#define UPDATE(bits, T, operation)                                           \
  T __tsan_atomic##bits##_fetch_##operation(volatile T* p, T v, int order) { \
    begin_atomic(const_cast<T*>(p), sizeof(T), AtomicOp::update, order,      \
                 __builtin_return_address(0));                               \
    return __atomic_fetch_##operation(p, v, __ATOMIC_SEQ_CST);               \
  }
// NOLINTEND(bugprone-macro-parentheses)
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)
#undef UPDATE

Wide __tsan_atomic128_load(const volatile Wide* p, int order) {
  begin_atomic(const_cast<const Wide*>(p), sizeof(Wide), AtomicOp::load, order,
               __builtin_return_address(0));
  return update_wide(const_cast<volatile Wide*>(p), [](Wide v) { return v; });
}
void __tsan_atomic128_store(volatile Wide* p, Wide v, int order) {
  begin_atomic(const_cast<Wide*>(p), sizeof(Wide), AtomicOp::store, order,
               __builtin_return_address(0));
  update_wide(p, [=](Wide) { return v; });
}
#define UPDATE_WIDE(name, expression)                                         \
  Wide __tsan_atomic128_##name(volatile Wide* p, Wide v, int order) {         \
    begin_atomic(const_cast<Wide*>(p), sizeof(Wide), AtomicOp::update, order, \
                 __builtin_return_address(0));                                \
    return update_wide(p, [=](Wide old) -> Wide { return expression; });      \
  }
UPDATE_WIDE(exchange, (void(old), v))
UPDATE_WIDE(fetch_add, old + v)
UPDATE_WIDE(fetch_sub, old - v)
UPDATE_WIDE(fetch_and, old& v)
UPDATE_WIDE(fetch_or, old | v)
UPDATE_WIDE(fetch_xor, old ^ v)
UPDATE_WIDE(fetch_nand, ~(old& v))
int __tsan_atomic128_compare_exchange_strong(volatile Wide* p, Wide* c, Wide v, int order,
                                             int failure) {
  begin_compare(const_cast<Wide*>(p), c, sizeof(Wide), {order, failure},
                __builtin_return_address(0));
  Wide previous = __sync_val_compare_and_swap(const_cast<Wide*>(p), *c, v);
  bool same = previous == *c;
  *c = previous;
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
