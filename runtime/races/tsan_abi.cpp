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

int compare_wide(volatile Wide* p, Wide* expected, Wide v) {
  Wide previous = __sync_val_compare_and_swap(const_cast<Wide*>(p), *expected, v);
  bool same = previous == *expected;
  *expected = previous;
  return same;
}

// Where older stores are kept, an operation may act on one of those instead of memory (`found`).
template <class T>
[[gnu::always_inline]] inline T take(const void* bytes) {
  T value;
  memcpy(&value, bytes, sizeof(T));
  leave_no_traces();
  return value;
}

template <class T, class OnMemory>
[[gnu::always_inline]] inline T load_atomic(const volatile T* p, int order, const void* pc,
                                            OnMemory on_memory) {
  Performed found =
      begin_atomic(p, atomic_word(sizeof(T), AtomicOp::load, order), nullptr, nullptr, pc);
  return found.old ? take<T>(found.old) : on_memory();
}

template <class T, class OnMemory>
[[gnu::always_inline]] inline void store_atomic(volatile T* p, const T& v, int order,
                                                const void* pc, OnMemory on_memory) {
  uint64_t word = atomic_word(sizeof(T), AtomicOp::store, order);
  if (!begin_atomic(p, word, nullptr, &v, pc).done) on_memory();
}

template <class T, class Change, class OnMemory>
[[gnu::always_inline]] inline T update_atomic(volatile T* p, int order, const void* pc,
                                              Change change, OnMemory on_memory) {
  Performed found =
      begin_atomic(p, atomic_word(sizeof(T), AtomicOp::update, order), nullptr, nullptr, pc);
  if (!found.done) return on_memory();
  T old = take<T>(found.old), now = change(old);
  complete_update(&now, sizeof(T));
  return old;
}

// The memory orders of a compare-exchange.
struct Orders {
  int success, failure;
};

template <class T, class OnMemory>
[[gnu::always_inline]] inline int compare_atomic(volatile T* p, T* expected, const T& v,
                                                 Orders orders, const void* pc,
                                                 OnMemory on_memory) {
  uint64_t word = atomic_word(sizeof(T), AtomicOp::update, orders.success, orders.failure);
  Performed found = begin_atomic(p, word, expected, nullptr, pc);
  if (!found.old) return on_memory();
  if (found.done)
    complete_update(&v, sizeof(T));
  else
    *expected = take<T>(found.old);
  return found.done;
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
#define HERE __builtin_return_address(0)
#define ATOMIC(bits, T)                                                                          \
  T __tsan_atomic##bits##_load(const volatile T* p, int order) {                                 \
    return load_atomic<T>(p, order, HERE, [=] { return __atomic_load_n(p, __ATOMIC_SEQ_CST); }); \
  }                                                                                              \
  void __tsan_atomic##bits##_store(volatile T* p, T v, int order) {                              \
    store_atomic<T>(p, v, order, HERE, [=] { __atomic_store_n(p, v, __ATOMIC_SEQ_CST); });       \
  }                                                                                              \
  UPDATE(bits, T, exchange, v, __atomic_exchange_n)                                              \
  UPDATE(bits, T, fetch_add, old + v, __atomic_fetch_add)                                        \
  UPDATE(bits, T, fetch_sub, old - v, __atomic_fetch_sub)                                        \
  UPDATE(bits, T, fetch_and, old& v, __atomic_fetch_and)                                         \
  UPDATE(bits, T, fetch_or, old | v, __atomic_fetch_or)                                          \
  UPDATE(bits, T, fetch_xor, old ^ v, __atomic_fetch_xor)                                        \
  UPDATE(bits, T, fetch_nand, ~(old & v), __atomic_fetch_nand)                                   \
  COMPARE(bits, T, __atomic_compare_exchange_n(p, c, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
#define UPDATE(bits, T, name, expression, operation)                                        \
  T __tsan_atomic##bits##_##name(volatile T* p, T v, int order) {                           \
    return update_atomic<T>(                                                                \
        p, order, HERE, [=]([[maybe_unused]] T old) { return static_cast<T>(expression); }, \
        [=] { return operation(p, v, __ATOMIC_SEQ_CST); });                                 \
  }
#define COMPARE(bits, T, operation)                                                       \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T* p, T* c, T v, int order,  \
                                                    int failure) {                        \
    return compare_atomic<T>(p, c, v, {order, failure}, HERE, [=] { return operation; }); \
  }                                                                                       \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T* p, T* c, T v, int order,    \
                                                  int failure) {                          \
    return compare_atomic<T>(p, c, v, {order, failure}, HERE, [=] { return operation; }); \
  }                                                                                       \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T expected, T v, int order, \
                                               int failure) {                             \
    T* c = &expected;                                                                     \
    compare_atomic<T>(p, c, v, {order, failure}, HERE, [=] { return operation; });        \
    return expected;                                                                      \
  }
// NOLINTEND(bugprone-macro-parentheses)
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)

Wide __tsan_atomic128_load(const volatile Wide* p, int order) {
  return load_atomic<Wide>(p, order, HERE, [=] {
    return update_wide(const_cast<volatile Wide*>(p), [](Wide v) { return v; });
  });
}
void __tsan_atomic128_store(volatile Wide* p, Wide v, int order) {
  store_atomic<Wide>(p, v, order, HERE, [=] { update_wide(p, [=](Wide) { return v; }); });
}
#define UPDATE_WIDE(name, expression)                                                           \
  Wide __tsan_atomic128_##name(volatile Wide* p, Wide v, int order) {                           \
    auto change = [=]([[maybe_unused]] Wide old) -> Wide { return expression; };                \
    return update_atomic<Wide>(p, order, HERE, change, [=] { return update_wide(p, change); }); \
  }
UPDATE_WIDE(exchange, v)
UPDATE_WIDE(fetch_add, old + v)
UPDATE_WIDE(fetch_sub, old - v)
UPDATE_WIDE(fetch_and, old& v)
UPDATE_WIDE(fetch_or, old | v)
UPDATE_WIDE(fetch_xor, old ^ v)
UPDATE_WIDE(fetch_nand, ~(old& v))
COMPARE(128, Wide, compare_wide(p, c, v))

void __tsan_atomic_thread_fence(int order) {
  IF_EXPLORING(fence(order, HERE));
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {}

}  // extern "C"
