// System calls without the C library: no errno, no cancellation, no lock, no memory of the checked
// program. During exploration, system calls of the program are caught (kernel/syscalls.h). Those of
// libomc are not, because the instruction lies in its text.
#pragma once

#include <sys/syscall.h>

#include <cstdint>

namespace omc {

#ifdef __clang_analyzer__  // it takes inline assembly for code that writes to no memory
long raw_syscall(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,
                 long f = 0);
#else
inline long raw_syscall(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,
                        long f = 0) {
  long result;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}
#endif

inline long as_long(const void* p) { return reinterpret_cast<long>(p); }

inline bool is_error(long result) { return result < 0 && result > -4096; }

[[noreturn]] inline void exit_process(int status) {
  for (;;) raw_syscall(SYS_exit_group, status);
}

}  // namespace omc
