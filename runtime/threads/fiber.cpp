#include "threads/fiber.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sys/mman.h>

#include <cstring>

#include "platform/address_space.h"
#include "platform/assert.h"
#include "platform/context.h"
#include "platform/raw_syscall.h"
#include "snapshot/pages.h"
#include "snapshot/regions.h"
#include "world/thread.h"
#include "world/world.h"

extern "C" {
// Where glibc (2.35 and later) has registered the area for restartable sequences.
extern const ptrdiff_t __rseq_offset __attribute__((weak));
extern const unsigned __rseq_size __attribute__((weak));
}

namespace omc {
namespace {

constexpr size_t control_block_size = 4096;  // glibc's struct pthread is 2304 bytes

struct Libc {
  void* (*allocate_tls)(void*) = nullptr;
  void (*deallocate_tls)(void*, bool) = nullptr;
  void (*init_ctype)() = nullptr;
  void (*call_tls_destructors)() = nullptr;
  size_t tls_size = 0, tls_alignment = 64;
  size_t tid_offset = 0;   // of the thread id in the control block; 0 when it was not found
  size_t link_offset = 0;  // of its links in the list of all threads; likewise
  int main_tid = 0;
} libc;

// The start of glibc's thread control block, which a thread needs from its first instruction.
struct ControlBlockHead {
  void* self;  // for the compiler's %fs:0
  void* dtv;
  void* thread_self;  // pthread_self()
  uint64_t multiple_threads;
  uint64_t sysinfo;
  uint64_t stack_guard;
  uint64_t pointer_guard;
};

template <class F>
void find(F& function, const char* name) {
  function = reinterpret_cast<F>(dlsym(RTLD_DEFAULT, name));
}

// The locks of the C library read the thread id from the control block. Its offset is not public,
// so the id is searched for.
void find_thread_id() {
  libc.main_tid = static_cast<int>(raw_syscall(SYS_gettid));
  auto* words = reinterpret_cast<const int*>(thread_pointer());
  constexpr size_t head = sizeof(ControlBlockHead) / sizeof(int), end = 2304 / sizeof(int);
  for (size_t i = head; i < end && !libc.tid_offset; i++)
    if (words[i] == libc.main_tid) libc.tid_offset = i * sizeof(int);
}

struct Links {
  Links *next, *previous;
};

// In a forked child, glibc removes the forking thread from the list of threads.
void find_links() {
  if (!libc.tid_offset) return;
  size_t offset = libc.tid_offset - sizeof(Links);  // they lie just before the thread id
  auto* mine = reinterpret_cast<Links*>(thread_pointer() + offset);
  if (mine->next && mine->previous && mine->next->previous == mine && mine->previous->next == mine)
    libc.link_offset = offset;
}

void fiber_main();

}  // namespace

// Defined by steps/step.cpp: runs the thread's function and ends it.
[[noreturn]] void run_thread();

namespace {

size_t mapped_stacks[max_threads];

// The stack and the TLS block of a slot are mapped once. For a thread that is created again, after
// the search went back, they are zeroed.
void map_thread(unsigned slot, uintptr_t tls_end, uintptr_t stack, size_t stack_size) {
  size_t& mapped = mapped_stacks[slot];
  if (!mapped) {
    uintptr_t tls = slot_address(slot);
    OMC_ASSERT(map_at(tls, tls_end - tls, PROT_READ));
    watch(tls, tls_end, RegionKind::thread_local_storage, slot, PROT_READ | PROT_WRITE);
  }
  if (stack_size <= mapped) {
    raw_syscall(SYS_madvise, static_cast<long>(stack), static_cast<long>(mapped), MADV_DONTNEED);
    return;
  }
  long result = raw_syscall(SYS_mmap, static_cast<long>(stack), static_cast<long>(stack_size),
                            PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  OMC_ASSERT(result == static_cast<long>(stack));
  mapped = stack_size;
}

}  // namespace

const char* name_of(const Thread& thread) {
  static char of_program[sizeof thread.name];
  strncpy(of_program, program_invocation_short_name, sizeof of_program - 1);
  return thread.name[0] ? thread.name : of_program;
}

void set_name(Thread& thread, const char* name) {
  strncpy(thread.name, name, sizeof thread.name - 1);
  thread.is_named = true;
}

void prepare_threads() {
  prepare_contexts();
  find(libc.allocate_tls, "_dl_allocate_tls");
  find(libc.deallocate_tls, "_dl_deallocate_tls");
  find(libc.init_ctype, "__ctype_init");
  find(libc.call_tls_destructors, "__call_tls_dtors");
  void (*static_info)(size_t*, size_t*);
  find(static_info, "_dl_get_tls_static_info");
  OMC_ASSERT(libc.allocate_tls && libc.init_ctype && libc.call_tls_destructors && static_info);
  static_info(&libc.tls_size, &libc.tls_alignment);
  find_thread_id();
  find_links();
}

void build_thread(Thread& thread, size_t stack_size, void* given_stack) {
  uintptr_t slot = slot_address(thread.slot);
  stack_size = round_up(stack_size, page_size);
  OMC_ASSERT(stack_size <= max_stack);
  uintptr_t tls_end = slot + round_up(libc.tls_size + control_block_size, page_size);
  thread.stack_begin = slot + stack_offset;
  thread.stack_end = thread.stack_begin + stack_size;
  map_thread(thread.slot, tls_end, thread.stack_begin, stack_size);
  uintptr_t tp = tls_end - control_block_size;
  tp -= tp % libc.tls_alignment;
  libc.allocate_tls(reinterpret_cast<void*>(tp));
  auto* head = reinterpret_cast<ControlBlockHead*>(tp);
  auto* mine = reinterpret_cast<ControlBlockHead*>(thread_pointer());
  head->self = head->thread_self = head;
  head->stack_guard = mine->stack_guard;
  head->pointer_guard = mine->pointer_guard;
  if (libc.tid_offset) *reinterpret_cast<int*>(tp + libc.tid_offset) = libc.main_tid + thread.slot;
  if (libc.link_offset) {
    auto* links = reinterpret_cast<Links*>(tp + libc.link_offset);
    links->next = links->previous = links;
  }
  if (given_stack) {
    thread.stack_begin = reinterpret_cast<uintptr_t>(given_stack);
    thread.stack_end = thread.stack_begin + stack_size;
  }
  thread.thread_pointer = thread.id = tp;
  thread.sp = thread.own_stack_sp = make_context(thread.stack_end, fiber_main);
}

void adopt_main_thread(Thread& thread, size_t stack_size, void (*body)()) {
  thread.thread_pointer = thread.id = thread_pointer();
  thread.stack_begin = slot_address(thread.slot) + stack_offset;
  thread.stack_end = thread.stack_begin + round_up(stack_size, page_size);
  OMC_ASSERT(
      map_at(thread.stack_begin, thread.stack_end - thread.stack_begin, PROT_READ | PROT_WRITE));
  thread.sp = thread.own_stack_sp = make_context(thread.stack_end, body);
  // Otherwise the kernel writes the number of the processor into thread-local memory at any time.
  if (!&__rseq_size || !__rseq_size) return;
  constexpr long unregister = 1, signature = 0x53053053, area_size = 32;
  raw_syscall(SYS_rseq, static_cast<long>(thread.thread_pointer) + __rseq_offset, area_size,
              unregister, signature);
}

void (*early_destructors[max_keys])(void*);

void run_thread_destructors() {
  libc.call_tls_destructors();
  World& w = world();
  bool any = true;
  for (int round = 0; any && round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
    any = false;
    for (unsigned key = 0; key < max_keys; key++) {
      auto destructor = w.key_destructors[key] ? w.key_destructors[key] : early_destructors[key];
      void* value = destructor ? pthread_getspecific(key) : nullptr;
      if (!value) continue;
      any = true;
      pthread_setspecific(key, nullptr);
      destructor(value);
    }
  }
}

void release_thread(Thread& thread) {
  libc.deallocate_tls(reinterpret_cast<void*>(thread.thread_pointer), false);
}

namespace {

void fiber_main() {
  libc.init_ctype();
  run_thread();
}

}  // namespace

size_t thread_local_size() { return libc.tls_size; }

}  // namespace omc
