/* The One Page Model Checker: every interleaving of two threads, by fork().

   Each thread of the program is a process, and the two that run one
   interleaving are buddies: they share a `struct buddies` with the program's
   variables and never run at the same time. Where both could go on, both fork;
   the children explore what happens if thread 0 goes on, the parents wait for
   them and then explore what happens if thread 1 does. The search is the page
   between the two marks. README.md in this folder tells how to read it. */
#define _GNU_SOURCE
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_STATEMENTS = 64, MAX_TRACE = 4 * MAX_STATEMENTS, SEMAPHORES = 4 };

/* The variables of the program under test: all state that the threads share. */
struct common {
  char out[2 * MAX_STATEMENTS + 4]; /* a multiple of 4: memcmp, no padding */
  int length, x, inside, own[2], up[SEMAPHORES];
};

static int pruned;                    /* use the table of visited states */
static int (*condition)(void);        /* user code: true in every state */
static pid_t fork_buddy(void);        /* fork(); a child dies with its parent */
static void wait_for_child(void);     /* wait(); a crash ends the search */
static void copy_buddies(void);       /* b[1] = b[0], with new semaphores */
static int visited(void);             /* this state is in the table already */
static void report(const char *what); /* a line with trace and variables */

/* ------------------------------------------------------- the page begins -- */
enum { ZERO, ONE, BOTH, NOBODY };    /* whose turn it is */
enum { READY, BLOCKED, DONE };       /* what a thread is, between statements */

struct buddies {                     /* what a pair of processes shares */
  sem_t go[2];                       /* posted for thread i: look at `turn` */
  int turn, status[2], counter[2];   /* counter: calls of hook() and done() */
  int wants[2], steps;               /* wants: semaphore it is blocked on */
  char trace[MAX_TRACE + 1];         /* the threads in the order they ran */
  struct common common;
};
static struct buddies *b;            /* of this process; its children: b + 1 */
static int me;                       /* this process is thread 0 or thread 1 */
static struct { int hooks, interleavings, bugs, failed; pid_t pid[2]; } *total;

static int whose_turn(void) {        /* asked by the thread that ran last */
  int zero = b->status[0] == READY, one = b->status[1] == READY;
  if (condition && !condition()) { report("violation"); return NOBODY; }
  if (pruned && visited()) return NOBODY;
  if (b->counter[1] == 0) return ONE; /* base case: to its first hook() */
  if (zero && one) return BOTH;
  if (zero || one) return zero ? ZERO : ONE;
  if (b->status[0] == BLOCKED && b->status[1] == BLOCKED) report("deadlock");
  else if (b->status[0] != b->status[1]) report("waits-for-ever");
  else { total->interleavings++; report("outcome"); }
  return NOBODY;
}

static void take_turns(void) {       /* returns when it is this thread's turn */
  int turn = b->turn = whose_turn();
  if (turn != me) {
    copy_buddies();
    sem_post(&b->go[!me]);
  }
  while (turn != me) {
    if (turn == NOBODY) exit(0);
    if (turn != BOTH) {              /* the buddy's: wait till it has run */
      sem_wait(&b->go[me]);
      turn = b->turn;
    } else if (fork_buddy() == 0) {  /* the children explore thread 0 first */
      b++;
      turn = ZERO;
    } else {                         /* and when both have ended, the parents */
      wait_for_child();              /* go on with thread 1 */
      turn = ONE;
      if (me == 0) sem_post(&b->go[1]); else sem_wait(&b->go[1]);
    }
  }
  b->trace[b->steps++] = '0' + me;
}

static void hook(void) {             /* called before every statement */
  total->hooks++;
  b->counter[me]++;
  take_turns();
}

static void done(void) {             /* called after the last statement */
  b->counter[me]++;
  b->status[me] = DONE;
  b->turn = whose_turn();
  sem_post(&b->go[!me]);
  exit(0);
}
/* --------------------------------------------------------- the page ends -- */

/* The pruned search adds the table: for each combined execution counter, the
   first partial interleaving that came there. A thread that blocks has begun a
   statement without finishing it, so being blocked is part of the key. */
enum { KEYS = 2 * (MAX_STATEMENTS + 2) };
static struct entry {
  int used, raced;
  char trace[MAX_TRACE + 1];
  struct common common;
} (*table)[KEYS];

static void print_common(const struct common *c, char *text, size_t size) {
  int n = snprintf(text, size, "out=%s x=%d up=", c->out, c->x);
  for (int i = 0; i < SEMAPHORES; i++)
    n += snprintf(text + n, size - n, "%d", c->up[i]);
}

static void report_race(struct entry *e) {
  char first[512], second[512];
  print_common(&e->common, first, sizeof first);
  print_common(&b->common, second, sizeof second);
  dprintf(1, "race <%d,%d> trace=%s %s | trace=%s %s\n", b->counter[0],
          b->counter[1], e->trace, first, b->trace, second);
  e->raced = 1;
  total->bugs++;
}

static int visited(void) {
  struct entry *e = &table[2 * b->counter[0] + (b->status[0] == BLOCKED)]
                          [2 * b->counter[1] + (b->status[1] == BLOCKED)];
  if (e->used && !memcmp(&e->common, &b->common, sizeof e->common)) return 1;
  if (e->used) {
    /* The paper's race condition: one counter, two states. Only the first is in
       the table, so this one is explored like any new state. */
    if (!e->raced) report_race(e);
    return 0;
  }
  e->used = 1;
  e->common = b->common;
  memcpy(e->trace, b->trace, sizeof e->trace);
  return 0;
}

/* The paper's semaphores, which a program uses as statements: down(i) lowers
   s_i, or does nothing if it is down; up(i) raises it, or blocks while it is up
   until the other thread calls down(i). A turn that ends in blocking is in the
   trace, and so is the later one in which the thread tries again. */
static void up(int i) {
  while (b->common.up[i]) {
    b->status[me] = BLOCKED;
    b->wants[me] = i;
    take_turns();
  }
  b->common.up[i] = 1;
}

static void down(int i) {
  b->common.up[i] = 0;
  if (b->status[!me] == BLOCKED && b->wants[!me] == i) b->status[!me] = READY;
}

/* The programs under test, instrumented by hand. A thread's function gets one
   word of the command line. */
static void put_string(const char *s) {
  for (int i = 0; s[i]; i++) {
    hook(); b->common.out[b->common.length++] = s[i];
  }
}

static void count_own(const char *n) { /* commutes with the other thread */
  for (int i = 0; i < atoi(n); i++) {
    hook(); b->common.own[me]++;
  }
}

static void add_one(const char *unused) {
  (void)unused;
  hook(); b->common.x = b->common.x + 1;
}

static void make_double(const char *unused) {
  (void)unused;
  hook(); b->common.x = b->common.x * 2;
}

static void enter_unlocked(const char *unused) {
  (void)unused;
  hook(); b->common.inside++;
  hook(); b->common.x++;
  hook(); b->common.inside--;
}

static void enter_locked(const char *semaphore) {
  int i = atoi(semaphore);
  hook(); up(i);
  enter_unlocked(semaphore);
  hook(); down(i);
}

static void lock_both(const char *order) { /* "01": semaphore 0, then 1 */
  int first = order[0] - '0', second = order[1] - '0';
  hook(); up(first);
  hook(); up(second);
  hook(); b->common.x++;
  hook(); down(second);
  hook(); down(first);
}

static int one_inside(void) { return b->common.inside <= 1; }

static const struct program {
  const char *name;
  void (*thread[2])(const char *);
  const char *argument[2]; /* null: from the command line */
  int (*condition)(void);
  int pruned; /* shows what only the table can show */
} programs[] = {
    {"strings", {put_string, put_string}, {0, 0}, 0, 0},
    {"count", {count_own, count_own}, {0, 0}, 0, 0},
    {"race", {add_one, make_double}, {"", ""}, 0, 1},
    {"nolock", {enter_unlocked, enter_unlocked}, {"", ""}, one_inside, 0},
    {"lock", {enter_locked, enter_locked}, {"0", "0"}, one_inside, 0},
    {"deadlock", {lock_both, lock_both}, {"01", "10"}, 0, 0},
    {"order", {lock_both, lock_both}, {"01", "01"}, 0, 0},
    {"forever", {lock_both, count_own}, {"00", "1"}, 0, 0},
};
static const struct program *program;

static void report(const char *what) {
  int outcome = !strcmp(what, "outcome");
  char text[512];
  print_common(&b->common, text, sizeof text);
  total->bugs += !outcome;
  if (outcome && program->thread[0] == put_string)
    dprintf(1, "%s\n", b->common.out);
  else if (!outcome || program->thread[0] != count_own)
    dprintf(1, "%s trace=%s %s\n", what, b->trace, text);
}

/* Processes and memory. A process ends with its parent (PR_SET_PDEATHSIG), so
   killing the first two ends all, whatever state they are in. */
static void end_all(const char *why, const char *detail) {
  if (!__atomic_exchange_n(&total->failed, 1, __ATOMIC_SEQ_CST))
    dprintf(2, "one_page: error: %s%s\n", why, detail);
  for (int i = 0; i < 2; i++)
    if (total->pid[i] > 0) kill(total->pid[i], SIGKILL);
}

static pid_t fork_buddy(void) {
  pid_t parent = getpid(), child = fork();
  if (child < 0) {
    end_all("cannot fork; raise the limit of processes (ulimit -u): ",
            strerror(errno));
    exit(2);
  }
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(2); /* it died before the call above */
  }
  return child;
}

static void wait_for_child(void) {
  int status = 0;
  if (wait(&status) > 0 && status == 0) return;
  end_all("a thread of the program ended: ",
          WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "exit");
  exit(2);
}

static void copy_buddies(void) {
  if (b->steps == MAX_TRACE) {
    end_all("an interleaving has more steps than MAX_TRACE", "");
    exit(2);
  }
  memcpy(&b[1], &b[0], sizeof *b);
  for (int i = 0; i < 2; i++) sem_init(&b[1].go[i], 1, 0);
}

static void *share(size_t size) {
  void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) {
    perror("one_page: error: mmap");
    exit(2);
  }
  return p;
}

static int search(const char *arguments[2]) {
  total = share(sizeof *total);
  table = share(sizeof(struct entry) * KEYS * KEYS);
  b = share(sizeof *b * (MAX_TRACE + 2));
  b->common.x = 1;
  for (int i = 0; i < 2; i++) sem_init(&b->go[i], 1, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1); /* after end_all, wait() sees all orphans */
  for (int i = 0; i < 2; i++) {
    pid_t child = fork_buddy();
    if (child != 0) {
      total->pid[i] = child;
      continue;
    }
    me = i;
    if (me == 1) sem_wait(&b->go[1]); /* thread 0 goes first to its hook */
    program->thread[me](arguments[me]);
    done();
  }
  pid_t pid;
  for (int status; (pid = wait(&status)) > 0;) /* an orphan's parent has told */
    if (status != 0 && (pid == total->pid[0] || pid == total->pid[1]))
      end_all("a thread of the program ended: ",
              WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "exit");
  return total->failed ? 2 : total->bugs > 0;
}

static int usage(void) {
  dprintf(2,
      "usage: one_page [--pruned] PROGRAM\n"
      "  strings AB 12    each thread prints a word, letter by letter\n"
      "  count A B        threads of A and B statements: calls of hook()\n"
      "  race             x = x + 1 beside x = x * 2\n"
      "  nolock, lock     a critical section without and with a semaphore\n"
      "  deadlock, order  two semaphores in opposite and in the same order\n"
      "  forever          a thread waits for one that has ended\n");
  return 2;
}

static int fits(int thread, const char *argument) {
  char *end;
  if (program->thread[thread] != count_own)
    return strlen(argument) <= MAX_STATEMENTS;
  long n = strtol(argument, &end, 10);
  return end != argument && *end == 0 && n >= 0 && n <= MAX_STATEMENTS;
}

int main(int argc, char **argv) {
  const char *arguments[2];
  int next = 1;
  if (next < argc && !strcmp(argv[next], "--pruned")) pruned = next++;
  if (next == argc) return usage();
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
    if (!strcmp(argv[next], programs[i].name)) program = &programs[i];
  if (!program) return usage();
  next++;
  for (int i = 0; i < 2; i++) {
    arguments[i] = program->argument[i];
    if (!arguments[i] && next == argc) return usage();
    if (!arguments[i]) arguments[i] = argv[next++];
    if (!fits(i, arguments[i])) {
      dprintf(2, "one_page: error: '%s' is not 0 to %d statements\n",
              arguments[i], MAX_STATEMENTS);
      return 2;
    }
  }
  if (next != argc) return usage();
  pruned |= program->pruned;
  condition = program->condition;
  int result = search(arguments);
  if (program->thread[0] == count_own && result == 0)
    printf("hooks %d\ninterleavings %d\n", total->hooks, total->interleavings);
  return result;
}
