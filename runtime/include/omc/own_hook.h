/* What code calls that is compiled with --omc-mode=hook: a function of the program's author. The
   compiler wrapper includes this file before the first line of every source, in place of
   omc/hooks.h.

   omc_hook is weak: a program without one runs as if it had no hooks. docs/hooks.md is its
   contract. Valid in every dialect from C89 to C++23. */
#ifndef OMC_OWN_HOOK_H
#define OMC_OWN_HOOK_H
#pragma GCC system_header

#ifdef __cplusplus
extern "C" {
#endif
/* The calling thread is about to execute the statement at file:line:column. */
void __omc_own_hook(const char* file, unsigned line, unsigned column) __asm__("omc_hook")
    __attribute__((weak, visibility("default")));
#ifdef __cplusplus
}
#endif

/* The same macros as in omc/hooks.h, which the instrumenter inserts. */
#ifdef __cplusplus
#define __omc_is_constant() __builtin_is_constant_evaluated()
#else
#define __omc_is_constant() 0
#endif
#define __omc_hook(column) __omc_hook_on(__LINE__, column)
#define __omc_hook_on(line, column)                      \
  ((void)(!__omc_is_constant() && __omc_own_hook != 0 && \
          (__omc_own_hook(__FILE__, (line), (column)), 0)))
#define __omc_done() __attribute__((unused)) char omc_done_guard = 0
#define __omc_no_sanitize() ((void)0)

#endif
