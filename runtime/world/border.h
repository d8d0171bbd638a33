// The border between the program and libomc. A function that the program calls leaves no value of
// the checker in registers or below the stack pointer. The program may store such values as
// padding, and equal states would then differ.
#pragma once

namespace omc {

// Last in a function that the program calls: clears the registers that a callee may change.
[[gnu::always_inline]] inline void leave_no_traces() {
  asm volatile(
      "xorl %%eax, %%eax\n\txorl %%ecx, %%ecx\n\txorl %%edx, %%edx\n\txorl %%esi, %%esi\n\t"
      "xorl %%edi, %%edi\n\txorl %%r8d, %%r8d\n\txorl %%r9d, %%r9d\n\txorl %%r10d, %%r10d\n\t"
      "xorl %%r11d, %%r11d" ::
          : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory");
}

// First in such a function: clears the stack that its callees will use, but may not write.
template <long bytes = 768>
[[gnu::always_inline]] inline void clear_below() {
  long words = bytes / 8;
  asm volatile("leaq -%c[bytes](%%rsp), %%rdi\n\trep stosq"
               : "+c"(words)
               : [bytes] "i"(bytes), "a"(0)
               : "rdi", "memory");
}

// Afterwards, in short functions that are called often. What a callee leaves on the stack depends
// on whether it found its answer in a cache.
[[gnu::always_inline]] inline void clear_a_little_below() {
  asm volatile(
      "pxor %%xmm0, %%xmm0\n\t.set omc_below, 16\n\t.rept 32\n\tmovups %%xmm0, "
      "-omc_below(%%rsp)\n\t"
      ".set omc_below, omc_below + 16\n\t.endr" ::
          : "xmm0", "memory");
}

}  // namespace omc
