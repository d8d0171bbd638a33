#include "threads/cancel.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <unwind.h>

#include <cstring>

#include "heap/heap.h"
#include "platform/assert.h"
#include "platform/next_definition.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/events.h"
#include "world/point.h"
#include "world/thread.h"

namespace omc {
namespace {

// A cleanup handler of C, as pthread_cleanup_push stores it: a jump buffer, then room for a link.
struct Cleanup {
  uint64_t registers[8];
  int mask_was_saved;
  void* next;
};
static_assert(sizeof(Cleanup) <= sizeof(__pthread_unwind_buf_t));

// glibc mangles the stack pointer in a jump buffer: it is rotated, and combined with a secret.
uintptr_t stack_pointer_of(const Cleanup& cleanup) {
  constexpr int rsp = 6, turn = 17;
  uint64_t secret, word = cleanup.registers[rsp];
  asm("movq %%fs:0x30, %0" : "=r"(secret));
  return (word >> turn | word << (64 - turn)) ^ secret;
}

// Called for each frame. A cleanup handler of the frame runs where it was pushed, and continues
// with
// __pthread_unwind_next.
_Unwind_Reason_Code unwind_frame(int, _Unwind_Action actions, _Unwind_Exception_Class,
                                 _Unwind_Exception*, _Unwind_Context* context, void* result) {
  Thread& thread = current_thread();
  bool top = actions & _UA_END_OF_STACK;
  if (auto* cleanup = static_cast<Cleanup*>(thread.cleanups)) {
    auto get_cfa =
        reinterpret_cast<_Unwind_Word (*)(_Unwind_Context*)>(dlsym(RTLD_DEFAULT, "_Unwind_GetCFA"));
    if (top || get_cfa(context) > stack_pointer_of(*cleanup)) {
      thread.cleanups = cleanup->next;
      thread.result = result;
      longjmp(reinterpret_cast<__jmp_buf_tag*>(cleanup), 1);
    }
  }
  if (top) end_thread(result);
  return _URC_NO_REASON;
}

}  // namespace

void unwind_thread(void* result) {
  using ForcedUnwind = _Unwind_Reason_Code (*)(_Unwind_Exception*, _Unwind_Stop_Fn, void*);
  current_thread().unwinding = true;
  void* unwind = dlsym(RTLD_DEFAULT, "_Unwind_ForcedUnwind");
  if (!unwind)
    if (void* library = dlopen("libgcc_s.so.1", RTLD_NOW | RTLD_GLOBAL))
      unwind = dlsym(library, "_Unwind_ForcedUnwind");
  // Not on this stack: destructors that run during unwinding overwrite it.
  void* exception = allocate_internal(sizeof(_Unwind_Exception));
  if (unwind && exception)
    reinterpret_cast<ForcedUnwind>(unwind)(static_cast<_Unwind_Exception*>(exception), unwind_frame,
                                           result);
  end_thread(result);
}

bool must_cancel(const Thread& thread) {
  if (!thread.cancel_requested || thread.cancel_disabled || thread.unwinding) return false;
  return thread.pending.cancels || (thread.cancels_asynchronously && !thread.pending.expired);
}

void cancel_now() {
  Thread& thread = current_thread();
  // A wait on a condition variable locks its mutex again first.
  if (thread.pending.op == Op::wait || thread.pending.op == Op::relock) return;
  thread.pending = {};
  happened(Op::cancelled, nullptr);
  unwind_thread(PTHREAD_CANCELED);
}

void cancellation_point() {
  Thread& thread = current_thread();
  if (!thread.cancel_requested || thread.cancel_disabled || thread.unwinding) return;
  happened(Op::cancelled, nullptr);
  unwind_thread(PTHREAD_CANCELED);
}

int cancel_thread(pthread_t id) {
  Thread* thread = thread_of(id);
  if (!thread || thread->joined) return ESRCH;
  point(Op::cancel, nullptr, thread->number);
  happened(Op::cancel, nullptr, thread->number);
  if (thread->ended) return 0;
  refute(Assumption::invisible_statements);  // the thread may end at any statement
  thread->cancel_requested = true;
  if (thread == &current_thread() && thread->cancels_asynchronously) cancellation_point();
  return 0;
}

int set_cancel_state(int state, int* old) {
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  Thread& thread = current_thread();
  if (old) *old = thread.cancel_disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
  thread.cancel_disabled = state == PTHREAD_CANCEL_DISABLE;
  if (thread.cancels_asynchronously) cancellation_point();
  return 0;
}

int set_cancel_type(int type, int* old) {
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  Thread& thread = current_thread();
  if (old)
    *old = thread.cancels_asynchronously ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
  thread.cancels_asynchronously = type == PTHREAD_CANCEL_ASYNCHRONOUS;
  if (thread.cancels_asynchronously) cancellation_point();
  return 0;
}

}  // namespace omc

using namespace omc;

namespace {

// Looked up before exploration begins, because the lookup changes data of the loader.
using WithBuffer = void (*)(__pthread_unwind_buf_t*);
const auto real_register = next_definition<WithBuffer>("__pthread_register_cancel");
const auto real_unregister = next_definition<WithBuffer>("__pthread_unregister_cancel");
const auto real_unwind_next = next_definition<WithBuffer>("__pthread_unwind_next");

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

void __pthread_register_cancel(__pthread_unwind_buf_t* buffer) {
  if (!entered()) return real_register(buffer);
  reinterpret_cast<Cleanup*>(buffer)->next = current_thread().cleanups;
  current_thread().cleanups = buffer;
}

void __pthread_unregister_cancel(__pthread_unwind_buf_t* buffer) {
  if (!entered()) return real_unregister(buffer);
  current_thread().cleanups = reinterpret_cast<Cleanup*>(buffer)->next;
}

void __pthread_unwind_next(__pthread_unwind_buf_t* buffer) {
  if (!entered()) real_unwind_next(buffer);
  unwind_thread(current_thread().result);
}

int pthread_cancel(pthread_t thread) {
  return entered() ? cancel_thread(thread) : REAL(pthread_cancel)(thread);
}
int pthread_setcancelstate(int state, int* old) {
  return entered() ? set_cancel_state(state, old) : REAL(pthread_setcancelstate)(state, old);
}
int pthread_setcanceltype(int type, int* old) {
  return entered() ? set_cancel_type(type, old) : REAL(pthread_setcanceltype)(type, old);
}
void pthread_testcancel() {
  if (!entered()) return REAL(pthread_testcancel)();
  cancellation_point();
}

}  // extern "C"
