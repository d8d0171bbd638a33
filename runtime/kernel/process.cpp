#include "kernel/process.h"

#include <signal.h>
#include <sys/prctl.h>

#include <cstring>

#include "kernel/streams.h"
#include "platform/raw_syscall.h"
#include "steps/reduction.h"
#include "threads/fiber.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {

long exit_program(const Call& call) {
  if (!inside()) return pass_on(call);
  world().exit_status = static_cast<int>(call.a & 0xff);
  leave(Stop::exited);
}

void begin_child(const Call& call) {
  name_call(call);
  give_streams_to_kernel();
  world().has_children = true;
}

// A child of the program runs without the checker. It observes which locks are held, and all of
// memory. A child of vfork gets its own memory, because its writes would reach the checker's.
long fork_program(const Call& call) {
  refute(Assumption::whole_sections);
  begin_child(call);
  bool is_vfork = call.number == SYS_vfork;
  long pid = pass_unnamed(is_vfork ? Call{SYS_fork, 0, 0, 0, 0, 0, 0} : call);
  if (pid == 0) go_dormant();
  return pid;
}

// A thread's name belongs to the fiber. The kernel thread that runs all fibers keeps its own.
long control_process(const Call& call) {
  if (!inside()) return pass_on(call);
  Thread& thread = self();
  if (call.a == PR_SET_NAME) return set_name(thread, reinterpret_cast<const char*>(call.b)), 0;
  if (call.a != PR_GET_NAME) return pass_on(call);
  memcpy(reinterpret_cast<char*>(call.b), name_of(thread), sizeof thread.name);
  return 0;
}

long read_process_id() { return checker.program_id; }

long read_thread_id() { return checker.program_id + (inside() ? self().slot : 0); }

long fill_random(unsigned char* out, long n) {
  uint64_t& state = world().chance.random_state;
  for (long i = 0; i < n; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    out[i] = static_cast<unsigned char>(state >> 56);
  }
  return n;
}

// The checker's handlers run on its own stack. The program's wish is accepted without effect.
long set_signal_stack(const void*, void* old) {
  if (!old) return 0;
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  memcpy(old, &none, sizeof none);
  return 0;
}

}  // namespace omc
