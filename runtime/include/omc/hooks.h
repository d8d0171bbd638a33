/* What instrumented code calls. The compiler wrapper includes this file before the first line of
   every source (-include), and the instrumenter inserts nothing but the macros below.

   A site is __FILE__, the line and the column of a statement, so a header reads the same in every
   translation unit that includes it. Dormant, a hook is one load and one branch that is never
   taken. Valid in every dialect from C89 to C++23; bump OMC_HOOKS_VERSION when the ABI changes. */
#ifndef OMC_HOOKS_H
#define OMC_HOOKS_H
#pragma GCC system_header

#define OMC_HOOKS_VERSION 2

#ifdef __cplusplus
extern "C" {
#endif

/* Nonzero while the program is being explored. For -fsanitize=thread to leave it alone, it is said
   to lie in a section that clang never looks at, and to be constant for GCC, which it is while a
   function runs: only omc_explore changes it, and puts it back. */
#ifdef __clang__
extern int omc_awake __attribute__((section("__llvm_prf_cnts")));
#else
extern const int omc_awake;
#endif
/* The thread is about to execute the statement at file:line:column. */
void omc_hook_at(const char* file, unsigned line, unsigned column);
/* The same where omc_unseen() is called before whatever others could notice and the access calls of
   the compiler do not tell: omc-versions.so sees to that, and then calls this instead. */
void omc_pass_hook_at(const char* file, unsigned line, unsigned column);
void omc_unseen(void);
/* The same before a return to an address, a call of a function at an address, or of one that the
 * linker finds. */
void omc_unseen_return(const void* to);
void omc_unseen_call(const void* callee);
void omc_unseen_named(const char* callee);
/* The same before what may touch any memory, unseen. */
void omc_unseen_touching(void);
/* The same before assembly, which may synchronise as well. */
void omc_unseen_assembly(void);
/* An access to some of at most 64 elements of `size` bytes that lie from `first` on: those whose
 * bits are set. */
void omc_lanes(void* first, unsigned long size, unsigned long which, int is_write);
/* The function that a thread was started with has been left. */
void omc_done_at(char* guard);

#ifdef __cplusplus
}
#endif

/* Before every statement; `column` is that of the statement in the source as its author wrote it.
   In C++ it is valid in a constant expression too, where the compiler itself is the only thread:
   any lambda may be evaluated at compile time. */
#ifdef __cplusplus
#define __omc_is_constant() __builtin_is_constant_evaluated()
#else
#define __omc_is_constant() 0
#endif
/* Where OpenMP's default(none) is said each variable must be named, but no function. */
#ifdef _OPENMP
static __inline __attribute__((always_inline, unused)) int omc_is_awake(void) { return omc_awake; }
#define __omc_is_awake() omc_is_awake()
#else
#define __omc_is_awake() omc_awake
#endif
#define __omc_hook(column) __omc_hook_on(__LINE__, column)
/* In the argument of a macro __LINE__ is where the call ends. */
#define __omc_hook_on(line, column)                                        \
  ((void)(!__omc_is_constant() && __builtin_expect(__omc_is_awake(), 0) && \
          (omc_hook_at(__FILE__, (line), (column)), 0)))

/* First in the body of a function that a thread starts with: calls done on every way out of it. */
#define __omc_done() __attribute__((cleanup(omc_done_at), unused)) char omc_done_guard = 0

/* First in the body of a function whose accesses are not to be counted, by an attribute that the
   compiler forgets: omc-versions.so takes it away. It is no call, and to any other compiler a
   comment. */
#define __omc_uncounted() __asm__ __volatile__("# omc_uncounted")

#endif
