#include "kernel/process.h"

#include <signal.h>
#include <sys/prctl.h>

#include <cstring>

#include "kernel/resource_limits.h"
#include "kernel/streams.h"
#include "platform/raw_syscall.h"
#include "snapshot/undo_log.h"
#include "steps/reduction.h"
#include "threads/fiber.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

// Of the program: the processes that explore are its children and theirs. Read when it is loaded.
const long parent_id = raw_syscall(SYS_getppid);

}  // namespace

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
  if (pid == 0) {
    give_limits_to_kernel();
    go_dormant();
  }
  return pid;
}

// A thread's name belongs to the fiber. The kernel thread that runs all fibers keeps its own.
long control_process(const Call& call) {
  if (!inside()) return pass_on(call);
  Thread& thread = current_thread();
  switch (call.a) {
    case PR_SET_NAME:
      set_name(thread, reinterpret_cast<const char*>(call.b));
      return 0;
    case PR_GET_NAME:
      memcpy(reinterpret_cast<char*>(call.b), name_of(thread), sizeof thread.name);
      return 0;
    case PR_SET_VMA:  // a name for memory, by the C library
    case PR_GET_DUMPABLE:
    case PR_GET_KEEPCAPS:
    case PR_GET_SECCOMP:
    case PR_GET_SECUREBITS:
    case PR_GET_TIMERSLACK:
    case PR_GET_CHILD_SUBREAPER:
    case PR_GET_NO_NEW_PRIVS:
    case PR_GET_PDEATHSIG:
    case PR_GET_THP_DISABLE:
    case PR_GET_TSC:
    case PR_CAPBSET_READ:
      return pass_unnamed(call);
    default:
      return pass_on(call);
  }
}

long set_file_mode_mask(int mask) {
  constexpr uint64_t seed = 0x756d61736b;
  mask &= 0777;
  auto old = static_cast<int>(raw_syscall(SYS_umask, mask));
  log_file_mode_mask(old);
  world().in_kernel -= digest_of(&old, sizeof old, seed);
  world().in_kernel += digest_of(&mask, sizeof mask, seed);
  return old;
}

long read_parent_id() { return parent_id; }

long read_process_id() { return checker.program_id; }

long read_thread_id() { return checker.program_id + (inside() ? current_thread().slot : 0); }

Thread* thread_with_id(long id) {
  for (unsigned i = 0; i < world().thread_count; i++)
    if (checker.program_id + world().threads[i].slot == id) return &world().threads[i];
  return nullptr;
}

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
