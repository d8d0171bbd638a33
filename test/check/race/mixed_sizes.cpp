// Atomic operations on a word and on parts of it, as locks have it that are taken whole and given back by one byte: the bytes
// carry the order. Atomics that are neighbours carry each their own. The argument says which.
// RUN: %build
// RUN: %verdict ok --races -- %t lock
// RUN: %verdict data-race --message 'shared is' -- %t lock relaxed
// RUN: %verdict ok --races -- %t word-by-byte
// RUN: %verdict data-race --message 'shared is' -- %t word-by-byte relaxed
// RUN: %verdict ok --races -- %t byte-by-word
// RUN: %verdict data-race --message 'shared is' -- %t byte-by-word relaxed
// RUN: %verdict ok --races -- %t half
// RUN: %verdict data-race --message 'shared is' -- %t half relaxed
// RUN: %verdict ok --races -- %t neighbours
// RUN: %verdict data-race --message 'shared is' -- %t neighbours relaxed
#include <sched.h>

#include <cstdint>
#include <cstring>
#include <thread>

int shared;
int order = __ATOMIC_RELEASE;

union {
  uint64_t all;
  uint32_t halves[2];
  uint16_t waiting;
  uint8_t bytes[8];
} word;

template <class T>
T load(T& from, int how = __ATOMIC_ACQUIRE) { return __atomic_load_n(&from, how); }
template <class T>
void store(T& to, uint64_t value, int how = order) { __atomic_store_n(&to, static_cast<T>(value), how); }

template <class First, class Second>
void both(First first, Second second) {
  std::thread thread(first);
  second();
  thread.join();
}

void use_lock() {
  __atomic_fetch_add(&word.waiting, 1, __ATOMIC_RELAXED);
  for (uint32_t seen;; sched_yield()) {
    seen = load(word.halves[0], __ATOMIC_RELAXED);
    if (seen >> 24) continue;
    if (__atomic_compare_exchange_n(&word.halves[0], &seen, seen | 1 << 24, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) break;
  }
  shared++;
  __atomic_fetch_sub(&word.waiting, 1, __ATOMIC_RELAXED);
  store(word.bytes[3], 0);
}

// What is stored into a neighbour afterwards takes nothing away.
void send_byte() {
  shared = 1;
  store(word.bytes[1], 1);
  store(word.bytes[2], 1, __ATOMIC_RELAXED);
}

void send_word() {
  shared = 1;
  store(word.all, ~uint64_t{0});
  load(word.bytes[0], __ATOMIC_RELAXED);
}

void send_half() {
  shared = 1;
  uint64_t none = 0;
  __atomic_compare_exchange_n(&word.all, &none, uint64_t{1} << 32, false, order, __ATOMIC_RELAXED);
}

void send_neighbour() {
  store(word.bytes[5], 1, __ATOMIC_RELEASE);
  shared = 1;
  store(word.bytes[4], 1);
  store(word.bytes[6], 1, __ATOMIC_RELEASE);
}

int main(int count, char** arguments) {
  auto is = [&](const char* name) { return !std::strcmp(arguments[1], name); };
  if (count > 2) order = __ATOMIC_RELAXED;
  if (is("lock")) both(use_lock, use_lock);
  if (is("word-by-byte")) both(send_byte, [] { if (load(word.halves[0]) & 0xff00) shared = 2; });
  if (is("byte-by-word")) both(send_word, [] { if (load(word.bytes[7])) shared = 2; });
  if (is("half")) both(send_half, [] { if (load(word.halves[1])) shared = 2; });
  if (is("neighbours")) both(send_neighbour, [] { if (load(word.bytes[4])) shared = 2; });
}
// COVERS: races/happens_before races/tsan_abi
