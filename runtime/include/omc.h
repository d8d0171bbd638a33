/* omc.h: what a program may say to the model checker, in C and C++.

   The header needs nothing: every function is a weak reference, so a program that is not linked
   with libomc still builds, and each call is then a no-op (omc_choose gives 0, omc_run_threads and
   omc_explore call the functions one after another). Linked by omc-cc but run outside `omc check`,
   they do the same, except that a failed omc_assert aborts. */
#ifndef OMC_H
#define OMC_H
#pragma GCC system_header

#include <stddef.h>

#define OMC_VERSION "0.1.0"

#ifdef __cplusplus
extern "C" {
#endif

#define OMC_API __attribute__((weak, visibility("default")))

/* Instrumentation by hand, as in the paper: hook() before a statement, done() at a thread's end. */
#ifndef OMC_OWN_HOOK_H
OMC_API void omc_hook(void);
#endif
OMC_API void omc_done(void);

/* The paper's semaphores, numbered 0 to 255 and down at first. down(i) lowers s_i, or does nothing
   if it is down; up(i) raises it, or blocks while it is up until another thread calls down(i). */
OMC_API void omc_sem_init(int i, int up);
OMC_API void omc_up(int i);
OMC_API void omc_down(int i);

/* Behind omc_assert and omc_assume: fail with a bug of kind `assert`; abandon this schedule. */
OMC_API void omc_fail(const char* expression, const char* file, unsigned line,
                      const char* function);
OMC_API void omc_abandon(void);

/* Branch over 0 ... n-1: every value is explored (1 <= n <= 4096). */
OMC_API int omc_choose(int n);

/* fn(arg) is called at every state, between the steps; nonzero is a bug of kind `assert`. It must
   not change anything and must not synchronise. At most 16. */
OMC_API void omc_invariant(int (*fn)(void*), void* arg);

/* The paper's shape: n threads and nobody beside them; returns when all have ended. */
OMC_API void omc_run_threads(int n, void (*const fns[])(void*), void* const args[]);

/* Explore fn(arg) and every thread that it starts, from inside a test case. What is 0 or NULL in
   `options` is as in `omc check`; `options` itself may be NULL. */
typedef struct omc_options {
  const char* search;      /* "exhaustive", "pruned" */
  const char* granularity; /* "sync", "statement" */
  const char* check;       /* "all", or a list: "deadlock,assert" */
  int jobs;                /* 1 unless said */
  unsigned long long max_steps, max_executions, max_states;
  const char* more; /* anything else, as in OMC_OPTIONS: "key=value:key=value" */
} omc_options;

typedef struct omc_result {
  int verdict; /* as the exit code of `omc check`: 0 no bug, 1 bug, 2 error, 3 incomplete, 4 vacuous
                */
  unsigned long long executions, states, steps, hooks, outcomes;
  int bugs;
  char kind[16];      /* of the first bug: "deadlock", "assert", ... */
  char message[256];  /* of the first bug, one line */
  char schedule[512]; /* of the first bug; empty when it is longer */
} omc_result;

/* Gives the verdict, and fills `result` unless it is NULL. */
OMC_API int omc_explore(const omc_options* options, void (*fn)(void*), void* arg,
                        omc_result* result);

/* What a thread does between the two is one step. They nest. */
OMC_API void omc_atomic_begin(void);
OMC_API void omc_atomic_end(void);

/* These bytes are not part of the state: a statistics counter, a log buffer. At most 64 ranges. */
OMC_API void omc_ignore(const void* p, size_t n);

/* How reports call the object at p. */
OMC_API void omc_name(const void* p, const char* name);

static inline void omc_run_threads_plainly(int n, void (*const fns[])(void*), void* const args[]) {
  int i;
  for (i = 0; i < n; i++) fns[i](args ? args[i] : 0);
}
static inline int omc_explore_plainly(void (*fn)(void*), void* arg, omc_result* result) {
  fn(arg);
  if (result) __builtin_memset(result, 0, sizeof *result), result->verdict = 4;
  return 4;
}

#ifdef __cplusplus
}
#endif

/* Each name is also a macro, so that a call is a no-op where libomc is not linked. */
#ifndef OMC_INSIDE
#ifdef OMC_OWN_HOOK_H /* compiled with --omc-mode=hook */
#define omc_hook() __omc_hook(0)
#else
#define omc_hook() (omc_hook ? omc_hook() : (void)0)
#endif
#define omc_done() (omc_done ? omc_done() : (void)0)
#define omc_sem_init(i, up) (omc_sem_init ? omc_sem_init(i, up) : (void)0)
#define omc_up(i) (omc_up ? omc_up(i) : (void)0)
#define omc_down(i) (omc_down ? omc_down(i) : (void)0)
#define omc_assert(e) \
  ((e) ? (void)0 : omc_fail ? omc_fail(#e, __FILE__, __LINE__, __func__) : (void)0)
#define omc_assume(e) ((e) ? (void)0 : omc_abandon ? omc_abandon() : (void)0)
#define omc_choose(n) (omc_choose ? omc_choose(n) : 0)
#define omc_invariant(fn, arg) (omc_invariant ? omc_invariant(fn, arg) : (void)0)
#define omc_run_threads(n, fns, args) \
  (omc_run_threads ? omc_run_threads(n, fns, args) : omc_run_threads_plainly(n, fns, args))
#define omc_explore(options, fn, arg, result) \
  (omc_explore ? omc_explore(options, fn, arg, result) : omc_explore_plainly(fn, arg, result))
#define omc_atomic_begin() (omc_atomic_begin ? omc_atomic_begin() : (void)0)
#define omc_atomic_end() (omc_atomic_end ? omc_atomic_end() : (void)0)
#define omc_ignore(p, n) (omc_ignore ? omc_ignore(p, n) : (void)0)
#define omc_name(p, name) (omc_name ? omc_name(p, name) : (void)0)
#endif

/* On a function: it is left as it is. */
#if defined(__clang__)
#define OMC_NO_INSTRUMENT __attribute__((annotate("omc_no_instrument")))
#else
#define OMC_NO_INSTRUMENT
#endif

#endif
