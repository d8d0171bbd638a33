#include "kernel/process.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/ipc.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

#include "kernel/external_sources.h"
#include "kernel/file_calls.h"
#include "kernel/resource_limits.h"
#include "kernel/streams.h"
#include "platform/raw_syscall.h"
#include "snapshot/undo_log.h"
#include "steps/reduction.h"
#include "threads/credentials.h"
#include "threads/fiber.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/finding.h"
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

// The schedule ends here, and so does what omc knows of it.
[[noreturn]] static void stop_following(const char* what) {
  note_gap(what);
  leave(Stop::limit);
}

// All threads run on one kernel thread. A thread of the program that ends by this call itself, past
// the C library, has no kernel thread to end.
long exit_kernel_thread(const Call& call) {
  if (!inside()) return pass_on(call);
  stop_following("the system call exit");
}

// Why the kernel would refuse to execute a file, as far as its name and mode say; 0: it would try.
static long refusal_to_execute(long directory, long path, long flags) {
  struct stat status;
  long known = AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW;
  long error = raw_syscall(SYS_newfstatat, directory, path, as_long(&status), flags & known);
  if (is_error(error)) return error;
  if (!S_ISREG(status.st_mode)) return -EACCES;
  return raw_syscall(SYS_faccessat2, directory, path, X_OK, (flags & known) | AT_EACCESS);
}

// Another program would take the place of this process, and of the search with it.
long replace_program(const Call& call) {
  if (!inside()) return pass_on(call);
  bool is_at = call.number == SYS_execveat;
  long refusal =
      is_at ? refusal_to_execute(call.a, call.b, call.e) : refusal_to_execute(AT_FDCWD, call.a, 0);
  if (is_error(refusal)) return refusal;
  name_call(call);
  stop_following(is_at ? "execveat" : "execve");
}

// A child would write to memory of the program while the program runs, and only the kernel knows
// when.
static bool shares_memory_with_child(const Call& call) {
  bool is_clone = call.number == SYS_clone;
  bool has_same_memory = is_clone && call.a & CLONE_VM && !(call.a & CLONE_VFORK);
  bool waits_for_exec = is_clone && call.a & CLONE_VFORK;
  return has_same_memory || (world().shares_memory && !waits_for_exec);
}

void begin_child(const Call& call) {
  name_call(call);
  if (inside() && shares_memory_with_child(call))
    stop_following(call.number == SYS_clone && call.a & CLONE_VM
                       ? "clone with CLONE_VM"
                       : "a child process that shares memory with the program");
  if (inside() && has_changed_files())
    stop_following("a child process, which does not see the files that the program has changed");
  if (inside() && world().semaphores.named)
    stop_following("a child process, which does not share named semaphores");
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
    checker.parent_of_child = raw_syscall(SYS_getppid);
    give_limits_to_kernel();
    give_credentials_to_kernel();
    allow_timestamps();
    go_dormant();
  }
  return pid;
}

// Without waiting, the result depends on how far the child has come, which only the kernel knows.
long wait_for_child(const Call& call) {
  long flags = call.number == SYS_wait4 ? call.c : call.d;
  if (flags & WNOHANG && inside() && world().thread_count > 1) note_gap("a wait with WNOHANG");
  return pass_on(call);
}

// Semaphores of System V and message queues: they are real, and no schedule gets them back as they
// were. A schedule that must be the first to make one is not followed.
long use_queue_of_kernel(const Call& call) {
  if (!inside()) return pass_unnamed(call);
  bool is_first = (call.number == SYS_semget && call.c & IPC_EXCL) ||
                  (call.number == SYS_msgget && call.b & IPC_EXCL) ||
                  (call.number == SYS_mq_open && call.b & O_EXCL);
  note_gap_at(call);
  if (is_first) leave(Stop::limit);
  return pass_on(call);
}

// A filter would apply to the calls of the checker, and to every later schedule.
long filter_calls(const Call& call) {
  if (!inside() || call.a > SECCOMP_SET_MODE_FILTER) return pass_unnamed(call);
  name_call(call);
  note_gap("seccomp");
  return -EINVAL;
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
    case PR_SET_SYSCALL_USER_DISPATCH:  // the checker has it on; for the program it is off
      if (call.b == PR_SYS_DISPATCH_OFF) return call.c || call.d || call.e ? -EINVAL : 0;
      note_gap("prctl(PR_SET_SYSCALL_USER_DISPATCH)");
      return -EINVAL;
    case PR_SET_SECCOMP:  // would filter the calls of the checker, in every schedule
      note_gap("prctl(PR_SET_SECCOMP)");
      return -EINVAL;
    case PR_GET_TSC:  // the checker has them fault; for the program they do not
      *reinterpret_cast<int*>(call.b) = PR_TSC_ENABLE;
      return 0;
    case PR_SET_TSC:
      if (call.b != PR_TSC_ENABLE) note_gap("prctl(PR_SET_TSC)");
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
  return draw_random(world().chance, out, static_cast<size_t>(n)), n;
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
