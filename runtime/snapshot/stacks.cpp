#include "snapshot/stacks.h"

#include <cstring>

#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr uintptr_t block = 512;

bool is_zero(uintptr_t begin) {
  auto* words = reinterpret_cast<const uint64_t*>(begin);
  uint64_t any = 0;
  for (unsigned i = 0; i < block / sizeof *words; i++) any |= words[i];
  return !any;
}

// After this many zero bytes the rest of a stack counts as never written. Larger than the gap that
// any frame so far has left unwritten.
uintptr_t enough_zeros = 8192;

}  // namespace

void learn_frame_size(const Thread& thread, const void* before) {
  constexpr uintptr_t most = 1 << 20;
  if (!is_on_stack(thread, before) || !is_on_stack(thread, thread.sp)) return;
  auto a = reinterpret_cast<uintptr_t>(before), b = reinterpret_cast<uintptr_t>(thread.sp);
  uintptr_t moved = a > b ? a - b : b - a;
  if (2 * moved > enough_zeros) enough_zeros = 2 * moved < most ? 2 * moved : most;
}

void clear_dead_stack(const Thread& thread, uintptr_t begin) {
  uintptr_t p = begin & ~uintptr_t{63};
  memset(reinterpret_cast<void*>(p), 0, begin - p);
  for (uintptr_t zeros = 0; zeros < enough_zeros && p - block > thread.stack_begin;) {
    p -= block;
    bool clean = is_zero(p);
    zeros = clean ? zeros + block : 0;
    if (!clean) memset(reinterpret_cast<void*>(p), 0, block);
  }
}

void settle_stack(Thread& thread) {
  if (!is_on_stack(thread, thread.sp)) return;
  thread.own_stack_sp = thread.sp;
  clear_dead_stack(thread, reinterpret_cast<uintptr_t>(thread.sp));
}

uintptr_t live_stack(const Thread& thread) {
  return is_on_stack(thread, thread.sp) ? reinterpret_cast<uintptr_t>(thread.sp)
                                        : written_stack(thread);
}

uintptr_t written_stack(const Thread& thread) {
  constexpr uintptr_t most_zeros = 1 << 16;
  uintptr_t p = page_of(reinterpret_cast<uintptr_t>(thread.own_stack_sp)), live = p;
  for (; live - p < most_zeros && p - block > thread.stack_begin; p -= block)
    if (!is_zero(p - block)) live = p - block;
  return page_of(live);
}

namespace {

extern "C" __attribute__((visibility("hidden"))) const char __ehdr_start[];

bool is_own_code(uintptr_t pc) {  // the linker places variables after all code
  return pc >= reinterpret_cast<uintptr_t>(__ehdr_start) &&
         pc < reinterpret_cast<uintptr_t>(&checker);
}

struct OwnFrame {
  uintptr_t pc, pointer;
};

}  // namespace

uintptr_t stack_in_use(const Thread& thread) {
  if (!is_on_stack(thread, thread.sp)) return live_stack(thread);
  auto* saved = static_cast<const SavedRegisters*>(thread.sp);
  auto lowest = reinterpret_cast<uintptr_t>(thread.sp);
  for (OwnFrame frame{saved->pc, saved->rbp}; is_own_code(frame.pc);) {
    if (frame.pointer < lowest || frame.pointer + 16 > thread.stack_end || frame.pointer % 8) break;
    auto* words = reinterpret_cast<const uintptr_t*>(frame.pointer);
    lowest = frame.pointer + 16;
    frame = {words[1], words[0]};
  }
  return lowest;
}

}  // namespace omc
