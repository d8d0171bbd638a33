/* What instrumented code calls. The compiler wrapper includes this file before the first line of
   every source (-include), and the instrumenter inserts nothing but the macros below.

   A site is __FILE__, the line and the column of a statement, so a header reads the same in every
   translation unit that includes it. While nothing is explored, a hook is one load and one branch
   that is never taken. Valid in every dialect from C89 to C++23. */
#ifndef OMC_HOOKS_H
#define OMC_HOOKS_H
#pragma GCC system_header

/* The version of the ABI between instrumented code and libomc: of this file and omc/fast_path.h.
   Raise it when either changes. It is part of symbol names, so the linker rejects an object that
   another version of omc has compiled: it misses omc_awake_v2, say. */
#define OMC_ABI_VERSION 4
#define __omc_versioned(name) name "_v" __omc_text(OMC_ABI_VERSION)
#define __omc_text(number) __omc_text_of(number)
#define __omc_text_of(number) #number

/* Beside the memory order of a __tsan_atomicN_fetch_add or _sub: the program drops the result. */
#define __omc_result_dropped 0x100

#ifdef __cplusplus
extern "C" {
#endif

/* Nonzero while the program is explored. Only libomc changes it, and never while a function of the
   program runs that has read it. So for GCC it is constant, and for Clang it lies in a section that
   -fsanitize=thread ignores: neither then reports the hooks' own reads of it as accesses. */
#if defined(OMC_INSIDE)
extern int omc_awake __asm__(__omc_versioned("omc_awake"));
#elif defined(__clang__)
extern int omc_awake __asm__(__omc_versioned("omc_awake"))
    __attribute__((section("__llvm_prf_cnts")));
#else
extern const int omc_awake __asm__(__omc_versioned("omc_awake"));
#endif
/* The thread is about to execute the statement at file:line:column. */
void omc_hook_at(const char* file, unsigned line, unsigned column);
/* The same for a hook that a thread may pass without stopping. omc-versions.so calls it in
   functions that announce by omc_external() whatever other threads could notice and no access call
   reports. */
void omc_pass_hook_at(const char* file, unsigned line, unsigned column);
void omc_external(void);
/* The same before a return to an address, before the call of an address, and before the call of a
   function by its name. */
void omc_external_return(const void* to);
void omc_external_call(const void* callee);
void omc_external_named(const char* callee);
/* The same before code that may access any memory without reporting it. */
void omc_external_memory(void);
/* The same before assembly, which may also synchronise. */
void omc_external_assembly(void);
/* An access to some of up to 64 adjacent elements of `size` bytes: those whose bits are set in
   `which`. */
void omc_lanes(void* first, unsigned long size, unsigned long which, int is_write);
/* Whether the compare_exchange_weak of `object` that comes next is to fail without reason. */
int omc_weak_fails(const void* object);
/* The program is about to do something undefined. */
void omc_undefined(const char* what);
/* The function that a thread was started with has been left. */
void omc_done_at(char* guard);

#ifdef __cplusplus
}
#endif

/* Before every statement. `column` is the statement's in the source as its author wrote it. In C++
   a hook is valid in a constant expression, because any lambda may be evaluated at compile time;
   the compiler is the only thread there. */
#ifdef __cplusplus
#define __omc_is_constant() __builtin_is_constant_evaluated()
#else
#define __omc_is_constant() 0
#endif
/* OpenMP's default(none) makes the source name each variable that it uses, but no function. */
#ifdef _OPENMP
static __inline __attribute__((always_inline, unused)) int omc_is_awake(void) { return omc_awake; }
#define __omc_is_awake() omc_is_awake()
#else
#define __omc_is_awake() omc_awake
#endif
#define __omc_hook(column) __omc_hook_on(__LINE__, column)
/* For the argument of a macro, where __LINE__ is the line on which the call ends. */
#define __omc_hook_on(line, column)                                        \
  ((void)(!__omc_is_constant() && __builtin_expect(__omc_is_awake(), 0) && \
          (omc_hook_at(__FILE__, (line), (column)), 0)))

/* First in the body of a function that a thread starts with: calls omc_done_at on every way out. */
#define __omc_done() __attribute__((cleanup(omc_done_at), unused)) char omc_done_guard = 0

/* First in the body of a function with no_sanitize("thread"), an attribute that the compiler drops
   without -fsanitize=thread. omc-versions.so removes the mark; for any other compiler it is a
   comment in assembly. */
#define __omc_no_sanitize() __asm__ __volatile__(__omc_no_sanitize_text)
#define __omc_no_sanitize_text "# omc_no_sanitize"

#endif
