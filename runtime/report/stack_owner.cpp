#include "report/stack_owner.h"

#include "sharing/instrumented_code.h"
#include "snapshot/stacks.h"
#include "threads/fiber.h"
#include "world/run_records.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

struct Frame {
  uintptr_t pc, pointer;
  bool calls_instrumented = false;  // directly or through others, an instrumented function
};

Frame innermost(const Thread& thread) {
  auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  if (here >= thread.stack_begin && here < thread.stack_end)
    return {reinterpret_cast<uintptr_t>(__builtin_return_address(0)), here};
  if (!is_on_stack(thread, thread.sp)) return {};
  auto* saved = static_cast<const SavedRegisters*>(thread.sp);
  return {saved->pc, saved->rbp};
}

// The frame that contains the address: the first whose frame pointer is above it.
Frame frame_of(const Thread& thread, uintptr_t address) {
  Frame frame = innermost(thread);
  while (frame.pointer <= address) {
    if (frame.pointer < thread.stack_begin || frame.pointer + 16 > thread.stack_end ||
        frame.pointer % 8)
      return {};
    auto* words = reinterpret_cast<const uintptr_t*>(frame.pointer);
    if (words[0] <= frame.pointer || words[0] > thread.stack_end) return {};
    frame = {words[1], words[0], frame.calls_instrumented || is_instrumented(frame.pc)};
  }
  return frame;
}

void fill_local(const Thread& thread, uintptr_t address, OwnerRecord& record) {
  bool running = &thread == world().current;
  bool has_returned = thread.ended || (!running && address < stack_in_use(thread));
  if (has_returned) return;
  Frame frame = frame_of(thread, address);
  if (!frame.pc) return;
  record.offset = static_cast<int64_t>(address - frame.pointer);
  // libomc and libraries, for example std::thread::join, have no frame pointers. The frame is then
  // that of the thread's statement.
  bool of_statement = !is_instrumented(frame.pc) && !frame.calls_instrumented;
  record.code =
      place_in_file(of_statement ? reinterpret_cast<uint64_t>(thread.place.pc) : frame.pc);
}

}  // namespace

OwnerRecord owner_record_of(uintptr_t address) {
  const World& w = world();
  OwnerRecord record;
  for (unsigned i = 0; i < w.thread_count; i++) {
    const Thread& thread = w.threads[i];
    if (address >= thread.stack_begin && address < thread.stack_end) {
      record.thread = thread.number;
      record.is_local = 1;
      fill_local(thread, address, record);
      return record;
    }
    if (address < thread.thread_pointer && thread.thread_pointer - address <= thread_local_size()) {
      record.thread = thread.number;
      record.offset = static_cast<int64_t>(address - thread.thread_pointer);
      return record;
    }
  }
  return record;
}

}  // namespace omc
