#include "platform/context.h"

#include <cpuid.h>
#include <sys/auxv.h>

#include "platform/raw_syscall.h"

extern "C" {
void omc_switch_stack(void** save, void* sp);
extern uint32_t omc_vector_registers;  // of platform/context.S
void omc_fiber_start();
}

namespace omc {
namespace {

constexpr long arch_set_fs = 0x1002;
bool has_fsgsbase;

uint32_t find_vector_registers() {
  constexpr uint32_t vectors = 0xe6;  // xmm, ymm, masks, zmm
  uint32_t a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) return 0;
  asm("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
  return a & vectors;
}

}  // namespace

void prepare_contexts() {
  constexpr unsigned long hwcap2_fsgsbase = 2;
  omc_vector_registers = find_vector_registers();
  has_fsgsbase = getauxval(AT_HWCAP2) & hwcap2_fsgsbase;
}

void switch_context(void** save, void* sp, uintptr_t tp) {
  set_thread_pointer(tp);
  omc_switch_stack(save, sp);
}

uintptr_t thread_pointer() {
  uintptr_t tp;
  asm("movq %%fs:0, %0" : "=r"(tp));
  return tp;
}

void set_thread_pointer(uintptr_t tp) {
  if (has_fsgsbase)
    asm volatile("wrfsbase %0" ::"r"(tp) : "memory");
  else
    raw_syscall(SYS_arch_prctl, arch_set_fs, static_cast<long>(tp));
}

void* make_context(uintptr_t top, void (*fn)()) {
  auto* stack = reinterpret_cast<uint64_t*>(top & ~uintptr_t{15});
  // As omc_switch_stack stores it. The call in omc_fiber_start needs a stack aligned to 16.
  *--stack = 0;
  *--stack = 0;
  *--stack = reinterpret_cast<uint64_t>(&omc_fiber_start);
  *--stack = 0;                                 // rbp
  *--stack = reinterpret_cast<uint64_t>(fn);    // rbx
  for (int i = 0; i < 4; i++) *--stack = 0;     // r12 … r15
  *--stack = 0x1f80u | uint64_t{0x037f} << 32;  // mxcsr, x87 control word
  return stack;
}

}  // namespace omc
