// random_threads SEED [THREADS [LENGTH]]: a random program, made from SEED before its threads start. Its threads do what
// the lists in `code` say: atomics, locks of all kinds, condition variables, semaphores, barriers, waiting loops, plain
// accesses under a lock or without, output, threads that start threads, exits. Main prints the result.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "omc.h"

enum Op {
  load, store, add, blind_add, swap, compare, relaxed_add, acquire_load, release_store,  // atomics
  lock, unlock, try_lock, timed_lock, read_lock, write_lock, rw_unlock, spin_lock, spin_unlock,
  read_plain, write_plain,      // of a variable that belongs to a lock
  read_racy, write_racy,        // of one that belongs to nobody
  wait_for, timed_wait, signal_one, signal_all,
  sem_up, sem_down, sem_try, arrive, once, await, choose, put, nap, skip_if, check, leave, start, ops
};
struct Statement { unsigned char op, object, value; };
enum { most_threads = 5, most_statements = 40, variables = 3, locks = 2 };

static struct Statement code[most_threads][most_statements];
static int length[most_threads], threads, first_threads;
static atomic_int x[variables];
static int guarded[locks], in_rw, in_spin, racy[2], results[most_threads], once_runs;
static pthread_mutex_t m[locks] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static pthread_once_t flag = PTHREAD_ONCE_INIT;
static sem_t sem;

static void run_once(void) { once_runs++; }

static int deadline(struct timespec* out) {
  clock_gettime(CLOCK_REALTIME, out);
  return out->tv_sec++, 0;
}

// The result of one statement; `own` is what the thread has seen so far.
static int execute(struct Statement s, int own) {
  struct timespec until;
  int expected = s.value, zero = 0;
  switch (s.op) {
    case load: return atomic_load(&x[s.object]);
    case store: atomic_store(&x[s.object], s.value); break;
    case add: return atomic_fetch_add(&x[s.object], s.value);
    case blind_add: (void)atomic_fetch_add(&x[s.object], 1); break;
    case swap: return atomic_exchange(&x[s.object], s.value);
    case compare: return atomic_compare_exchange_strong(&x[s.object], &expected, s.value + 1);
    case relaxed_add: return atomic_fetch_add_explicit(&x[s.object], 1, memory_order_relaxed);
    case acquire_load: return atomic_load_explicit(&x[s.object], memory_order_acquire);
    case release_store: atomic_store_explicit(&x[s.object], s.value, memory_order_release); break;
    case lock: pthread_mutex_lock(&m[s.object % locks]); break;
    case unlock: pthread_mutex_unlock(&m[s.object % locks]); break;
    case read_lock: pthread_rwlock_rdlock(&rw); break;
    case write_lock: pthread_rwlock_wrlock(&rw); break;
    case rw_unlock: pthread_rwlock_unlock(&rw); break;
    case spin_lock: pthread_spin_lock(&spin); break;
    case spin_unlock: pthread_spin_unlock(&spin); break;
    case read_plain: return s.object < locks ? guarded[s.object] : s.object == 2 ? in_rw : in_spin;
    case write_plain:
      if (s.object < locks) guarded[s.object] += s.value;
      else if (s.object == 2) in_rw += s.value;
      else in_spin += s.value;
      break;
    case read_racy: return racy[s.object % 2];
    case write_racy: racy[s.object % 2] = own + s.value; break;
    case wait_for:
      while (guarded[0] < s.value) pthread_cond_wait(&cv, &m[0]);
      break;
    case timed_wait:
      deadline(&until);
      return pthread_cond_timedwait(&cv, &m[0], &until) != 0;
    case signal_one: pthread_cond_signal(&cv); break;
    case signal_all: pthread_cond_broadcast(&cv); break;
    case sem_up: sem_post(&sem); break;
    case sem_down: sem_wait(&sem); break;
    case sem_try: return sem_trywait(&sem) == 0;
    case arrive: return pthread_barrier_wait(&barrier) != 0;
    case once: pthread_once(&flag, run_once); return once_runs;
    case await:
      while (atomic_load(&x[s.object]) < s.value) {
      }
      break;
    case choose: return omc_choose(2);
    case put: putchar('a' + s.value); break;
    case nap: until.tv_sec = 1, until.tv_nsec = 0, nanosleep(&until, NULL); break;
    case check: assert(own % 4 != s.value); break;
    case leave: exit(0); break;
    default: return zero;
  }
  return 0;
}

// The next statements of main; those that would leave a lock held, or skip some, are passed.
static int next_of_main;
static int execute_some(int me, int own, int most) {
  for (; next_of_main < length[me] && most-- > 0; next_of_main++) {
    struct Statement s = code[me][next_of_main];
    if (s.op < skip_if) own = own * 2 + execute(s, own);
  }
  return own;
}

static void* run(void* argument) {
  int me = (int)(long)argument, own = 0;
  pthread_t child;
  int has_child = 0;
  for (int i = 0; i < length[me]; i++) {
    struct Statement s = code[me][i];
    if (s.op == skip_if) {
      if (own % 2) i += s.value;
      continue;
    }
    if (s.op == try_lock || s.op == timed_lock) {  // the section behind it ends with its unlock
      struct timespec until;
      if (s.op == timed_lock) deadline(&until);
      if (s.op == try_lock ? !pthread_mutex_trylock(&m[s.object % locks])
                           : !pthread_mutex_timedlock(&m[s.object % locks], &until))
        continue;
      own++, i += s.value;
      continue;
    }
    if (s.op == start) {
      if (!has_child) has_child = 1, pthread_create(&child, NULL, run, (void*)(long)s.object);
      continue;
    }
    own = own * 2 + execute(s, own);
  }
  if (has_child) pthread_join(child, NULL);
  results[me] = own;
  return NULL;
}

// ---- Making the program ----

static unsigned long state;
static int below(int n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)((state >> 33) % (unsigned long)n);
}
static int chance(int percent) { return below(100) < percent; }

static unsigned allowed[ops];
static int draw(void) {
  for (;;) {
    int op = below(ops);
    if (allowed[op]) return op;
  }
}

static void put_statement(int t, int op, int object, int value) {
  if (length[t] < most_statements)
    code[t][length[t]++] = (struct Statement){(unsigned char)op, (unsigned char)object, (unsigned char)value};
}

static void put_inside(int t, int object) {
  for (int n = 1 + below(2); n > 0; n--)
    put_statement(t, chance(50) ? read_plain : write_plain, object, 1 + below(2));
  if (chance(20)) put_statement(t, chance(50) ? add : load, below(variables), 1);
  if (!object && allowed[signal_one] && chance(40)) put_statement(t, chance(60) ? signal_one : signal_all, 0, 0);
}

static void put_random_lock(int t) {
  int object = below(locks);
  put_statement(t, lock, object, 0);
  put_inside(t, object);
  put_statement(t, unlock, object, 0);
}

static void put_random(int t) {
  int op = draw(), object = below(variables), before;
  switch (op) {
    case unlock: case rw_unlock: case spin_unlock: case read_plain: case write_plain: return;
    case lock:
      put_statement(t, lock, object %= locks, 0);
      put_inside(t, object);
      if (chance(15)) {
        put_statement(t, lock, 1 - object, 0);
        put_inside(t, 1 - object);
        put_statement(t, unlock, 1 - object, 0);
      }
      put_statement(t, unlock, object, 0);
      break;
    case try_lock: case timed_lock:
      put_statement(t, op, object %= locks, 0);
      before = length[t];
      put_inside(t, object);
      put_statement(t, unlock, object, 0);
      if (before <= most_statements) code[t][before - 1].value = (unsigned char)(length[t] - before);
      break;
    case read_lock:
      put_statement(t, read_lock, 0, 0), put_statement(t, read_plain, 2, 0), put_statement(t, rw_unlock, 0, 0);
      break;
    case write_lock:
      put_statement(t, write_lock, 0, 0), put_inside(t, 2), put_statement(t, rw_unlock, 0, 0);
      break;
    case spin_lock:
      put_statement(t, spin_lock, 0, 0), put_inside(t, 3), put_statement(t, spin_unlock, 0, 0);
      break;
    case wait_for: case timed_wait:
      put_statement(t, lock, 0, 0), put_statement(t, op, 0, 1), put_inside(t, 0), put_statement(t, unlock, 0, 0);
      break;
    case start:
      if (t < first_threads && threads < most_threads - 1 && chance(50)) put_statement(t, start, threads++, 0);
      break;
    default: put_statement(t, op, object, op == skip_if ? 1 : below(3));
  }
}

int main(int argc, char** argv) {
  state = (unsigned long)(argc > 1 ? atol(argv[1]) : 1) * 0x9e3779b97f4a7c15u;
  for (int i = 0; i < 4; i++) below(2);
  first_threads = argc > 2 ? atoi(argv[2]) : 2 + chance(40);
  int most = argc > 3 ? atoi(argv[3]) : first_threads == 2 ? 5 : 3;
  for (int op = 0; op < ops; op++) {
    int rare = op == leave || op == nap || op == timed_wait || op == timed_lock || op == start ||
               op == read_racy || op == write_racy || op == check || op == await || op == put || op == arrive;
    allowed[op] = (unsigned)chance(rare ? 15 : 40);
  }
  // Every second program has few kinds of statements, which meet more often.
  if (chance(50)) {
    for (int op = 0; op < ops; op++) allowed[op] = 0;
    for (int n = 2 + below(3); n > 0; n--) allowed[below(ops)] = 1;
    if (chance(60)) allowed[chance(50) ? write_racy : await] = 1;
  }
  allowed[load] = allowed[store] = 1;
  threads = first_threads;
  for (int t = 0; t < threads; t++)
    for (int n = 1 + below(t < first_threads ? most : 2); n > 0; n--) put_random(t);
  // Atomics, plain accesses, signals and sections, but nothing that waits for ever alone.
  int early = below(3);
  for (int n = chance(50) ? 1 + below(3) : 0; n > 0; n--) {
    int op = draw();
    if (op <= release_store || op == read_racy || op == write_racy || op == signal_all || op == sem_up || op == put)
      put_statement(most_threads - 1, op, below(variables), 1 + below(2));
    else if (op == lock)
      put_random_lock(most_threads - 1);
  }
  for (int t = 0; argc > 4 && t < threads; t++)
    for (int i = 0; i < length[t]; i++) fprintf(stderr, "%d: %d %d %d\n", t, code[t][i].op, code[t][i].object, code[t][i].value);
  sem_init(&sem, 0, (unsigned)below(2));
  pthread_spin_init(&spin, 0);
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_t t[most_threads];
  // Main has statements of its own, most of them between two joins.
  int main_thread = most_threads - 1, own = 0, order = below(2), leaves = chance(15);
  for (long i = 0; i < first_threads; i++) {
    pthread_create(&t[i], NULL, run, (void*)i);
    if (i + 1 < first_threads) own = execute_some(main_thread, own, early);
  }
  own = execute_some(main_thread, own, early);
  if (leaves) {
    for (int i = 0; i < first_threads; i++) pthread_detach(t[i]);
    own = execute_some(main_thread, own, 100);
    putchar('.');
    return own % 2;
  }
  for (int i = 0; i < first_threads; i++) {
    pthread_join(t[order ? i : first_threads - 1 - i], NULL);
    if (i + 1 < first_threads) own = execute_some(main_thread, own, 100);
  }
  printf(" %d %d %d %d %d", x[0], x[1], x[2], guarded[0], guarded[1]);
  for (int i = 0; i < threads; i++) printf(" %d", results[i]);
  printf(" %d", own);
  printf("\n");
}
