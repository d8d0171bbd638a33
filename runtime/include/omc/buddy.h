/* omc/buddy.h: the paper's checker for any language that can call C. docs/other-languages.md.

   A thread of the program is a process, and its shared variables lie in shared memory. The language
   calls omc_buddy_hook before a statement; one thread runs at a time. The search forks a thread
   only where it will come back to it. */
#ifndef OMC_BUDDY_H
#define OMC_BUDDY_H

#include <stddef.h>

#define OMC_BUDDY_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

/* omc_buddy_options.search */
enum {
  OMC_BUDDY_PRUNED,     /* every state once */
  OMC_BUDDY_EXHAUSTIVE, /* every interleaving */
  OMC_BUDDY_RANDOM,     /* max_executions interleavings by chance */
  OMC_BUDDY_REPLAY      /* the one of `schedule` */
};

/* How a shared word compares with a value when a wait ends. */
enum { OMC_BUDDY_EQ, OMC_BUDDY_NE, OMC_BUDDY_LT, OMC_BUDDY_GT };

typedef struct omc_buddy_bug {
  const char* kind;     /* deadlock, waits-for-ever, order-race, crash, or what a thread has said */
  const char* message;  /* one line or more */
  const char* schedule; /* how to get there */
  const char* other;    /* of an order-race: another way to the same counter; else empty */
  int thread;           /* that found it; -1: none */
} omc_buddy_bug;

/* A step of a replay: what a thread did from one hook to the next. */
typedef struct omc_buddy_step {
  int thread, outcome;
  const char* site; /* where the step began */
  const char*
      next; /* where the thread stands now, and what it waits for; empty when it has ended */
  const char* waits;
} omc_buddy_step;

typedef struct omc_buddy_options {
  int version; /* OMC_BUDDY_VERSION */
  int threads; /* 1 to 64 */
  int search;
  int all;   /* go on after the first bug */
  int races; /* report the paper's race condition: one combined counter, two shared states */
  const char* schedule;
  unsigned long long seed, max_executions, max_states, max_steps; /* 0: the defaults */
  double step_seconds;                                            /* of one step; 0: 10 */
  size_t shared_size;
  void* context;                          /* given to each of these: */
  void (*run)(int thread, void* context); /* the thread; called in its process */
  /* After each step, in the process of the thread. Nonzero is a bug of kind "condition". */
  int (*condition)(void* context);
  /* The rest is called in the process of the caller. At the end of each execution, with the final
     shared memory: nonzero is a bug of kind "outcome". */
  int (*outcome)(const char* schedule, void* context);
  void (*bug)(const omc_buddy_bug* bug, void* context);
  void (*step)(const omc_buddy_step* step, void* context);
  int (*pulse)(void* context); /* now and then; nonzero ends the search */
} omc_buddy_options;

typedef struct omc_buddy_result {
  int verdict; /* as the exit code of omc check: 0 no bug, 1 bug, 2 error, 3 incomplete */
  unsigned long long states, steps, hooks, executions, forks;
  int bugs, max_processes;
  char reason[256]; /* of an error, or why it is incomplete */
} omc_buddy_result;

#define OMC_BUDDY_API __attribute__((visibility("default")))

/* The search. `shared` as omc_buddy_shared() stands before is how each execution begins. */
OMC_BUDDY_API int omc_buddy_check(const omc_buddy_options* options, omc_buddy_result* result);
/* The memory that the threads share, of `size` bytes, zero at first. Call it before the check, and
   in a thread. Its first word says how many bytes of it are state: size_t used. */
OMC_BUDDY_API void* omc_buddy_shared(size_t size);

/* ---- In a thread ---- */

/* Before a statement. `local` is what tells states of this thread apart: where it stands, and its
   local variables. With NULL it is the number of its hooks, as in the paper. */
OMC_BUDDY_API void omc_buddy_hook(const void* local, size_t n, const char* site);
/* Blocks until the shared word compares so with `value`. Gives 1; or 0 when `may_expire` is set and
   the time was up before that, which may happen at any step. `what` is for reports. */
OMC_BUDDY_API int omc_buddy_wait(const int* word, int comparison, int value, int may_expire,
                                 const void* local, size_t n, const char* site, const char* what);
/* Branches over 0 … n-1. */
OMC_BUDDY_API int omc_buddy_choose(int n, const void* local, size_t size, const char* site);
/* Ends this execution: with a bug; or without, because it is of no interest. */
OMC_BUDDY_API void omc_buddy_fail(const char* kind, const char* message) __attribute__((noreturn));
/* What a condition has found, before it gives nonzero. */
OMC_BUDDY_API void omc_buddy_say(const char* kind, const char* message);
OMC_BUDDY_API void omc_buddy_abandon(void) __attribute__((noreturn));
/* The number of this thread; -1 outside of one. */
OMC_BUDDY_API int omc_buddy_self(void);

#ifdef __cplusplus
}
#endif
#endif
