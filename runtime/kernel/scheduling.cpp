#include "kernel/scheduling.h"

#include <errno.h>
#include <sys/resource.h>

#include <cstring>

#include "kernel/process.h"
#include "platform/raw_syscall.h"
#include "snapshot/pages.h"
#include "world/current.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr int lowest_priority = 19, highest_priority = -20;
constexpr long kernel_offset = 20;  // the kernel gives priorities as 1 to 40

Thread* scheduled(long id) {
  return id ? thread_with_id(id) : inside() ? &current_thread() : nullptr;
}

bool is_privileged() { return raw_syscall(SYS_geteuid) == 0; }

// What the thread has set, or what the process had when the search began.
long priority_of(const Thread& thread) {
  if (thread.scheduling.has_priority) return thread.scheduling.priority;
  return kernel_offset - raw_syscall(SYS_getpriority, PRIO_PROCESS, 0);
}

bool is_real_time(int policy) { return policy == SCHED_FIFO || policy == SCHED_RR; }

bool is_policy(int policy) {
  return is_real_time(policy) || policy == SCHED_OTHER || policy == SCHED_BATCH ||
         policy == SCHED_IDLE;
}

// Sets of processors are words of the kernel's, of as many bytes as the caller has room for.
constexpr size_t max_set = 1024 / 8;

bool has_more_than_a_word(const char* set, size_t size) {
  for (size_t i = sizeof(uint64_t); i < size; i++)
    if (set[i]) return true;
  return false;
}

}  // namespace

long read_priority(const Call& call) {
  const Thread* thread = call.a == PRIO_PROCESS ? scheduled(call.b) : nullptr;
  return thread ? kernel_offset - priority_of(*thread) : pass_unnamed(call);
}

long set_priority(const Call& call) {
  Thread* thread = call.a == PRIO_PROCESS ? scheduled(call.b) : nullptr;
  if (!thread) return pass_on(call);
  auto wanted = static_cast<int>(call.c);
  if (wanted > lowest_priority) wanted = lowest_priority;
  if (wanted < highest_priority) wanted = highest_priority;
  if (wanted < priority_of(*thread) && !is_privileged()) return -EACCES;
  thread->scheduling.priority = static_cast<int16_t>(wanted);
  thread->scheduling.has_priority = 1;
  return 0;
}

long read_policy(long id) {
  const Thread* thread = scheduled(id);
  return thread ? thread->scheduling.policy : -ESRCH;
}

long set_policy(long id, int policy, const sched_param* parameters) {
  if (!parameters) return -EINVAL;
  return set_policy_of(scheduled(id), policy, parameters->sched_priority);
}

long read_policy_parameters(long id, sched_param* out) {
  int policy;
  return out ? read_policy_of(scheduled(id), &policy, out) : -EINVAL;
}

long set_policy_parameters(long id, const sched_param* parameters) {
  Thread* thread = scheduled(id);
  if (!parameters || !thread) return parameters ? -ESRCH : -EINVAL;
  return set_policy_of(thread, thread->scheduling.policy, parameters->sched_priority);
}

// All threads run on the first one.
long read_processor(unsigned* processor, unsigned* node) {
  if (processor) *processor = 0;
  if (node) *node = 0;
  return 0;
}

long read_processors(const Call& call) {
  const Thread* thread = scheduled(call.a);
  if (!thread) return pass_unnamed(call);
  return read_processors_of(thread, static_cast<size_t>(call.b), reinterpret_cast<void*>(call.c));
}

long set_processors(const Call& call) {
  Thread* thread = scheduled(call.a);
  if (!thread) return pass_on(call);
  return set_processors_of(thread, static_cast<size_t>(call.b),
                           reinterpret_cast<const void*>(call.c));
}

long set_policy_of(Thread* thread, int policy, int priority) {
  if (!thread) return -ESRCH;
  policy &= ~SCHED_RESET_ON_FORK;
  bool has_level = is_real_time(policy);
  if (!is_policy(policy) || has_level != (priority >= 1 && priority <= 99)) return -EINVAL;
  if (has_level && !is_privileged()) return -EPERM;
  thread->scheduling.policy = static_cast<uint16_t>(policy);
  thread->scheduling.level = static_cast<uint16_t>(priority);
  return 0;
}

long read_policy_of(const Thread* thread, int* policy, sched_param* parameters) {
  if (!thread) return -ESRCH;
  *policy = thread->scheduling.policy;
  parameters->sched_priority = thread->scheduling.level;
  return 0;
}

long set_processors_of(Thread* thread, size_t size, const void* set) {
  if (!thread) return -ESRCH;
  if (!set) return -EFAULT;
  char wanted[max_set] = {}, allowed[max_set] = {};
  memcpy(wanted, set, size < max_set ? size : max_set);
  raw_syscall(SYS_sched_getaffinity, 0, max_set, as_long(allowed));
  bool has_any = false;
  for (size_t i = 0; i < max_set; i++) has_any |= (wanted[i] &= allowed[i]) != 0;
  if (!has_any) return -EINVAL;
  if (has_more_than_a_word(wanted, max_set))
    name_call({SYS_sched_setaffinity, 0, 0, 0, 0, 0, 0});
  else
    memcpy(&thread->scheduling.processors, wanted, sizeof thread->scheduling.processors);
  return 0;
}

long read_processors_of(const Thread* thread, size_t size, void* out) {
  if (!thread) return -ESRCH;
  make_range_writable(reinterpret_cast<uintptr_t>(out), size);
  long n = raw_syscall(SYS_sched_getaffinity, 0, static_cast<long>(size), as_long(out));
  uint64_t processors = thread->scheduling.processors;
  if (is_error(n) || !processors) return n;
  memset(out, 0, static_cast<size_t>(n));
  memcpy(out, &processors, sizeof processors);
  return n;
}

}  // namespace omc
