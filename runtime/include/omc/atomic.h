/* What code calls that is compiled with --omc-mode=atomic. The compiler wrapper includes this file
   before the first line of every source, in place of omc/hooks.h.

   A thread holds one lock while it executes statements, so each statement is a critical section. It
   gives the lock up at a hook, and only when something waits for that: a hook is one load and one
   branch that is seldom taken. Valid in every dialect from C89 to C++23. */
#ifndef OMC_ATOMIC_H
#define OMC_ATOMIC_H
#pragma GCC system_header

/* The version of the ABI between such code and libomc-atomic. It is part of symbol names, so the
   linker rejects an object that another version of omc has compiled. */
#define __omc_atomic_name(name) name "_v1"
/* Code that was entered from an instrumented caller keeps the lock. A caller knows such code by
   these eight bytes before its first instruction. */
#define OMC_ATOMIC_MARK 0x63696d6f7461636fUL

#ifdef __cplusplus
extern "C" {
#endif

#ifdef OMC_INSIDE /* libomc-atomic itself */
#pragma GCC visibility push(default)
#endif
/* How many reasons there are for the thread that holds the lock to look up. */
extern volatile unsigned omc_atomic_waiting __asm__(__omc_atomic_name("omc_atomic_waiting"));
/* Before a statement, when there is such a reason. */
void omc_atomic_hook(void);
#ifdef OMC_INSIDE
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

/* The same macros as in omc/hooks.h, which the instrumenter inserts. */
#ifdef __cplusplus
#define __omc_is_constant() __builtin_is_constant_evaluated()
#else
#define __omc_is_constant() 0
#endif
#ifdef _OPENMP
static __inline __attribute__((always_inline, unused)) int omc_somebody_waits(void) {
  return omc_atomic_waiting != 0;
}
#define __omc_somebody_waits() omc_somebody_waits()
#else
#define __omc_somebody_waits() (omc_atomic_waiting != 0)
#endif
#define __omc_hook(column) __omc_hook_on(0, column)
#define __omc_hook_on(line, column)                                              \
  ((void)(!__omc_is_constant() && __builtin_expect(__omc_somebody_waits(), 0) && \
          (omc_atomic_hook(), 0)))
/* Nothing needs to know where a thread ends. */
#define __omc_done() __attribute__((unused)) char omc_done_guard = 0
#define __omc_no_sanitize() ((void)0)

#endif
