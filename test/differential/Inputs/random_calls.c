// random_calls SEED FOLDER [TOLD]: a random program, made from SEED before its threads start. Its threads make system
// calls with small arguments that meet: descriptors, pipes, counters, names of files, what the process has (mask,
// directory, limits, names, signals, timers, environment), blocks of memory that come and go, and ends of threads and
// of the program. Each keeps what its calls return; main prints that, and what can be read back.
// FOLDER has the file "a" and the empty directory "d"; TOLD prints the program instead of running it.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "omc.h"

// Descriptors with fixed numbers, which are open when the threads start. dup2 and close use 20 and 21 too.
enum { pipe_out = 10, pipe_in, counter, semaphore, file, same_file, again, left, right, watcher, free_20, free_21, clock_fd, fds };
enum { most_threads = 3, most_statements = 5 };

static pthread_t thread[most_threads];
static atomic_int shared, seen_signals;
static int plain;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t posted, gate;
static _Atomic(int*) block;
static _Atomic char *page, *mapped;
static pthread_key_t key;
static timer_t timer;

OMC_NO_INSTRUMENT static int sign(long result) { return result < 0 ? 0 : result > 6 ? 7 : (int)result + 1; }
OMC_NO_INSTRUMENT static int byte_of(int fd, int flags) {
  char c = 0;
  long n = flags ? recv(fd, &c, 1, flags) : read(fd, &c, 1);
  return n == 1 ? c % 8 : n == 0 ? 8 : 9;
}
static void on_signal(int number) {
  (void)number;
  atomic_fetch_add(&seen_signals, 1);
}
OMC_NO_INSTRUMENT static sigset_t only(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  return set;
}
OMC_NO_INSTRUMENT static const char* name_of(int a) { return (const char*[]){"a", "b", "d/c", "d"}[a % 4]; }
static void say_end(void) { printf("e"); }
static void say_other_end(void) { printf("f"); }

// What a thread has: `mine` is a block that it holds, or has freed and still points to.
struct Own { int me, sum, *mine, is_freed, last_fd; };

// ---- The calls: X(name, what it does; `a` is 0 to 3, the value is its result) ----

#define CALLS                                                                                                          \
  X(load, return atomic_load(&shared))                                                                                 \
  X(add, return atomic_fetch_add(&shared, a))                                                                          \
  X(locked, pthread_mutex_lock(&mutex); int before = plain; plain += a; pthread_mutex_unlock(&mutex); return before)   \
  X(racy, int before = plain; plain = before + a; return before)                                                       \
  X(post, return sem_post(&posted))                                                                                    \
  X(wait, return sem_wait(&posted))                                                                                    \
  X(say, putchar('a' + o->me); return 0)                                                                               \
  X(say_sum, printf("%d", o->sum % 4); return 0)                                                                       \
  X(nap, struct timespec t = {1, 0}; return nanosleep(&t, NULL))                                                       \
  X(pipe_write, return sign(write(pipe_in, "0123" + a, 1)))                                                            \
  X(pipe_write_two, struct iovec v[2] = {{"01", 1}, {"23", 1}}; return sign(writev(pipe_in, v, 2)))                    \
  X(pipe_read, return byte_of(pipe_out, 0))                                                                            \
  X(pipe_poll, struct pollfd p = {pipe_out, POLLIN, 0}; return poll(&p, 1, a ? 0 : 1000) + (p.revents != 0))           \
  X(pipe_wait, struct pollfd p = {pipe_out, POLLIN, 0}; return poll(&p, 1, -1) + (p.revents & POLLHUP ? 2 : 0))        \
  X(pipe_close, return sign(close(a % 2 ? pipe_in : pipe_out)))                                                        \
  X(count, return sign(eventfd_write(counter, (eventfd_t)a)))                                                          \
  X(take_count, eventfd_t v = 0; return eventfd_read(counter, &v) ? 9 : (int)v)                                        \
  X(up, return sign(eventfd_write(semaphore, 1)))                                                                      \
  X(down, eventfd_t v = 0; return eventfd_read(semaphore, &v) ? 9 : (int)v)                                            \
  X(send, return sign(send(a % 2 ? left : right, "0123" + a, 1, MSG_NOSIGNAL)))                                        \
  X(receive, return byte_of(a % 2 ? left : right, MSG_DONTWAIT))                                                       \
  X(peek, return byte_of(a % 2 ? left : right, MSG_DONTWAIT | MSG_PEEK))                                               \
  X(await_socket, return byte_of(a % 2 ? left : right, MSG_NOSIGNAL))                                                  \
  X(shut, return sign(shutdown(a % 2 ? left : right, a / 2 ? SHUT_WR : SHUT_RD)))                                      \
  X(watch, struct epoll_event e = {EPOLLIN, {.fd = a}};                                                                \
    return sign(epoll_ctl(watcher, a / 2 ? EPOLL_CTL_ADD : EPOLL_CTL_DEL, a % 2 ? pipe_out : counter, &e)))            \
  X(watched, struct epoll_event e[2]; return sign(epoll_wait(watcher, e, 2, 0)))                                       \
  X(arm, struct itimerspec t = {{0, 0}, {a, 0}}; return sign(timerfd_settime(clock_fd, 0, &t, NULL)))                  \
  X(expired, eventfd_t v = 0; return read(clock_fd, &v, 8) == 8 ? (int)v : 9)                                          \
  X(dup_it, o->last_fd = dup(file + a % 3); return o->last_fd - 3)                                                     \
  X(dup_from, o->last_fd = fcntl(a % 2 ? file : pipe_in, F_DUPFD, 30); return o->last_fd - 30)                         \
  X(close_dup, int fd = o->last_fd; o->last_fd = -1; return sign(close(fd)))                                           \
  X(close_lowest, return sign(close(3)))                                                                               \
  X(onto, return sign(dup2((int[]){file, again, pipe_in, counter}[a], free_20)))                                       \
  X(close_onto, return sign(close(free_20)))                                                                           \
  X(write_onto, return sign(write(free_20, "76543210" + a, 1)))                                                        \
  X(onto_file, return sign(dup2(a % 2 ? again : left, file)))                                                          \
  X(close_some, return sign(syscall(SYS_close_range, free_20, free_21 - a % 2, 0)))                                    \
  X(set_cloexec, return sign(fcntl(a / 2 ? file : pipe_out, F_SETFD, a % 2)))                                          \
  X(get_cloexec, return fcntl(a / 2 ? file : pipe_out, F_GETFD))                                                       \
  X(set_flags, return sign(fcntl(a / 2 ? file : pipe_out, F_SETFL, a % 2 ? O_NONBLOCK : 0)))                           \
  X(get_flags, return !!(fcntl(a / 2 ? file : pipe_out, F_GETFL) & O_NONBLOCK))                                        \
  X(append_flag, return sign(fcntl(file, F_SETFL, a % 2 ? O_APPEND : 0)))                                              \
  X(put_byte, return sign(write(file + a % 3, "wxyz" + a, 1)))                                                         \
  X(get_byte, return byte_of(file + a % 3, 0))                                                                         \
  X(put_at, return sign(pwrite(file, "6789" + a, 1, a)))                                                               \
  X(get_at, char c = 0; return pread(again, &c, 1, a) == 1 ? c % 8 : 9)                                                \
  X(seek, return sign(lseek(file + a % 3, a, SEEK_SET)))                                                               \
  X(tell, return sign(lseek(file + a % 3, 0, SEEK_CUR)))                                                               \
  X(size, struct stat s; return fstat(file, &s) ? 9 : (int)s.st_size)                                                  \
  X(resize, return sign(ftruncate(file, a)))                                                                           \
  X(lock_file, return sign(flock(a % 2 ? file : again, LOCK_EX | LOCK_NB)))                                            \
  X(unlock_file, return sign(flock(a % 2 ? file : again, LOCK_UN)))                                                    \
  X(wait_file, return sign(flock(a % 2 ? file : again, LOCK_EX)))                                                      \
  X(map_write, atomic_store(&mapped[a % 2], (char)('0' + o->me)); return 0)                                            \
  X(map_read, return atomic_load(&mapped[a % 2]) % 8)                                                                  \
  X(map_sync, return sign(msync((void*)mapped, 4096, MS_SYNC)))                                                       \
  X(make, int fd = open(name_of(a), O_WRONLY | O_CREAT | O_EXCL, 0666); if (fd >= 0) close(fd); return fd >= 0)        \
  X(make_open, int fd = open(name_of(a), O_RDWR | O_CREAT | O_APPEND, 0666); if (fd < 0) return 0;                     \
    int n = sign(write(fd, "k", 1)); close(fd); return n)                                                              \
  X(leave_open, o->last_fd = open(name_of(a), O_RDONLY); return o->last_fd - 3)                                        \
  X(read_open, char c = 0; return o->last_fd >= 0 && read(o->last_fd, &c, 1) == 1 ? c % 8 : 9)                         \
  X(remove, return sign(unlink(name_of(a))))                                                                           \
  X(rename, return sign(rename(name_of(a), name_of(a + 1))))                                                           \
  X(link, return sign(link(name_of(a), name_of(a + 1))))                                                               \
  X(soft_link, return sign(symlink("a", name_of(a))))                                                                  \
  X(make_folder, return sign(mkdir(a % 2 ? "b" : "d", 0777)))                                                          \
  X(remove_folder, return sign(rmdir(a % 2 ? "b" : "d")))                                                              \
  X(there, struct stat s; return lstat(name_of(a), &s) ? 0 : 1 + (int)s.st_nlink + (int)(s.st_mode & 7))               \
  X(list, int n = 0; DIR* d = opendir(a % 2 ? "." : "d"); if (!d) return 9; while (readdir(d)) n++; closedir(d); return n) \
  X(set_mode, return sign(chmod(a % 2 ? "a" : "b", a / 2 ? 0644 : 0604)))                                                     \
  X(cut, return sign(truncate(name_of(a), a)))                                                                         \
  X(text, FILE* f = fopen(name_of(a), "a"); if (!f) return 9; fprintf(f, "%d", a); return sign(fclose(f)))             \
  X(mask, return (int)umask(a % 2 ? 022 : 027) % 8)                                                                    \
  X(go, return sign(chdir(a % 2 ? "/usr" : "/")))                                                                      \
  X(where, char path[300]; return getcwd(path, 300) ? (int)strlen(path) % 32 : 99)                                     \
  X(set_limit, struct rlimit l = {(rlim_t)a, 100}; return sign(setrlimit(RLIMIT_CORE, &l)))                            \
  X(get_limit, struct rlimit l; getrlimit(RLIMIT_CORE, &l); return (int)l.rlim_cur % 16)                               \
  X(few_descriptors, struct rlimit l; getrlimit(RLIMIT_NOFILE, &l); l.rlim_cur = a % 2 ? 3 : 100;                      \
    return sign(setrlimit(RLIMIT_NOFILE, &l)))                                                                         \
  X(set_name, return pthread_setname_np(thread[a % 2], a / 2 ? "one" : "two") == 0)                                    \
  X(get_name, char n[16] = ""; pthread_getname_np(thread[a % 2], n, 16); return n[0] % 8)                              \
  X(set_nice, return sign(setpriority(PRIO_PROCESS, 0, 1 + a)))                                                        \
  X(get_nice, return getpriority(PRIO_PROCESS, 0))                                                                     \
  X(set_policy, struct sched_param p = {0}; return pthread_setschedparam(thread[a % 2], a / 2 ? SCHED_BATCH : SCHED_OTHER, &p) == 0) \
  X(get_policy, struct sched_param p; int n = 9; pthread_getschedparam(thread[a % 2], &n, &p); return n)               \
  X(set_variable, return setenv("OMC_NOT_AN_OPTION" + 4, (char[]){(char)('0' + a), 0}, 1))                             \
  X(get_variable, const char* v = getenv("NOT_AN_OPTION"); return v ? *v % 8 : 9)                                      \
  X(block_signal, sigset_t s = only(SIGUSR1); return pthread_sigmask(a % 2 ? SIG_BLOCK : SIG_UNBLOCK, &s, NULL))       \
  X(kill_self, return kill(getpid(), SIGUSR1))                                                                         \
  X(kill_other, return pthread_kill(thread[a % 2], SIGUSR1) == 0)                                                      \
  X(kill_main, return pthread_kill(thread[most_threads - 1], SIGUSR1) == 0)                                            \
  X(ignore, signal(SIGUSR1, a % 2 ? on_signal : SIG_IGN); return 0)                                                    \
  X(pending, sigset_t s; sigpending(&s); return sigismember(&s, SIGUSR1))                                              \
  X(take_signal, sigset_t s = only(SIGUSR1); struct timespec none = {0, 0}; return sigtimedwait(&s, NULL, &none) > 0)  \
  X(signals, return atomic_load(&seen_signals))                                                                        \
  X(set_timer, struct itimerspec t = {{0, 0}, {a, 0}}; return sign(timer_settime(timer, 0, &t, NULL)))                 \
  X(get_timer, struct itimerspec t; timer_gettime(timer, &t); return t.it_value.tv_sec != 0)                           \
  X(set_alarm, return (int)alarm((unsigned)a * 10) % 32)                                                               \
  X(named, sem_t* s = sem_open("/omc-random", O_CREAT, 0600, a); int n = 9; if (s != SEM_FAILED) sem_getvalue(s, &n), sem_close(s); return n) \
  X(unnamed, return sign(sem_unlink("/omc-random")))                                                                   \
  X(shared_memory, int fd = shm_open("/omc-random", O_RDWR | (a % 2 ? O_CREAT : 0), 0600); if (fd < 0) return 0;       \
    struct stat s; fstat(fd, &s); int n = (int)s.st_size; if (a / 2 && ftruncate(fd, a)) n = 9; close(fd); return n)   \
  X(no_shared_memory, return sign(shm_unlink("/omc-random")))                                                          \
  X(protect, return sign(mprotect((void*)page, 4096, a % 2 ? PROT_READ : PROT_READ | PROT_WRITE)))                     \
  X(write_page, return atomic_exchange(page, (char)a))                                                                              \
  X(specific, pthread_setspecific(key, (void*)(page + a)); return pthread_getspecific(key) != NULL)                             \
  X(allocate, if (o->mine && !o->is_freed) return 0; int* old = o->mine; o->mine = malloc(24); o->is_freed = 0;        \
    *o->mine = a; return old == o->mine)                                                                               \
  X(release, if (!o->mine || o->is_freed) return 0; free(o->mine); o->is_freed = 1; return 1)                          \
  X(publish, if (!o->mine || o->is_freed) return 0; int* old = atomic_exchange(&block, o->mine); o->mine = old;        \
    o->is_freed = 0; return old != NULL)                                                                               \
  X(look, int* b = atomic_load(&block); return b ? *b : 9)                                                             \
  X(swing, int* b = atomic_load(&block); int* none = b; return atomic_compare_exchange_strong(&block, &none, b))       \
  X(take_back, int* b = atomic_exchange(&block, NULL); if (b) free(b); return b != NULL)                               \
  X(hold, o->mine = atomic_load(&block); o->is_freed = 1; return 0)                                                    \
  X(same, return atomic_load(&block) == o->mine)                                                                       \
  X(cancel, return pthread_cancel(thread[a % 2]) == 0)                                                                 \
  X(no_cancel, int old; pthread_setcancelstate(a % 2 ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE, &old); return old) \
  X(test_cancel, pthread_testcancel(); return 0)                                                                       \
  X(at_end, return atexit(a % 2 ? say_end : say_other_end))                                                            \
  X(end_thread, pthread_exit(NULL))                                                                                    \
  X(end, exit(o->sum % 2))                                                                                             \
  X(end_quickly, quick_exit(a % 2))                                                                                    \
  X(end_at_once, _exit(o->sum % 2))                                                                                    \
  X(detach, return pthread_detach(pthread_self()))

#define X(name, ...) call_##name,
enum Op { CALLS ops };
#undef X
#define X(name, ...)                            \
  static int do_##name(struct Own* o, int a) {  \
    (void)o, (void)a;                           \
    __VA_ARGS__;                                \
  }
CALLS
#undef X
#define X(name, ...) {#name, do_##name},
static const struct { const char* name; int (*call)(struct Own*, int); } calls[ops] = {CALLS};
#undef X

struct Statement { int op, a; };
static struct Statement code[most_threads][most_statements];
static int length[most_threads], results[most_threads], detached[most_threads], names_threads;

OMC_NO_INSTRUMENT static void run_statements(struct Own* o) {
  for (int i = 0; i < length[o->me]; i++) {
    struct Statement s = code[o->me][i];
    o->sum = (o->sum * 3 + calls[s.op].call(o, s.a)) & 0xffffff;
    results[o->me] = o->sum;
  }
}

OMC_NO_INSTRUMENT static void* run(void* argument) {
  struct Own own = {.me = (int)(long)argument, .last_fd = -1};
  if (names_threads) sem_wait(&gate);
  run_statements(&own);
  return NULL;
}

// ---- Making the program ----

static unsigned long state;
OMC_NO_INSTRUMENT static int below(int n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)((state >> 33) % (unsigned long)n);
}
OMC_NO_INSTRUMENT static int chance(int percent) { return below(100) < percent; }

// Few programs may have these, which end too much or multiply the states.
OMC_NO_INSTRUMENT static int is_rare(int op) {
  return op == call_end || op == call_end_quickly || op == call_end_at_once || op == call_racy || op == call_cancel || op == call_detach ||
         op == call_pipe_read || op == call_wait || op == call_await_socket || op == call_wait_file || op == call_nap || op == call_few_descriptors;
}

// A program has the calls of two or three neighbourhoods of the list, which work on the same things.
OMC_NO_INSTRUMENT static void make_program(void) {
  int place[3], places = 2 + below(2);
  for (int i = 0; i < places; i++) place[i] = below(ops);
  for (int t = 0; t < most_threads; t++) {
    if (t == 1 && chance(8)) continue;
    for (int n = t == most_threads - 1 ? below(3) : 1 + below(4); n > 0;) {
      int op = (place[below(places)] + below(7)) % ops;
      if (t == most_threads - 1 && (op == call_end_thread || op == call_detach)) continue;
      if (is_rare(op) && chance(50)) continue;
      code[t][length[t]++] = (struct Statement){op, below(4)};
      detached[t] |= op == call_detach;
      names_threads |= op == call_set_name || op == call_get_name || op == call_set_policy || op == call_get_policy || op == call_kill_other ||
                       op == call_cancel;
      n--;
    }
  }
}

OMC_NO_INSTRUMENT static int tell(void) {
  for (int t = 0; t < most_threads; t++)
    for (int i = 0; i < length[t]; i++) printf("%d: %s(%d)\n", t, calls[code[t][i].op].name, code[t][i].a);
  return 0;
}

OMC_NO_INSTRUMENT static void open_all(void) {
  int ends[2], pair[2];
  if (pipe(ends) || socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) abort();
  int from[] = {ends[0], ends[1], eventfd(0, EFD_NONBLOCK), eventfd(0, EFD_SEMAPHORE | EFD_NONBLOCK), open("a", O_RDWR), -1, open("a", O_RDWR),
                pair[0], pair[1], epoll_create1(0), -1, -1, timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK)};
  int high[fds - pipe_out];
  for (int i = 0; i < fds - pipe_out; i++) {
    high[i] = from[i] < 0 ? -1 : fcntl(from[i], F_DUPFD, 40);
    if (from[i] >= 0) close(from[i]);
  }
  for (int i = 0; i < fds - pipe_out; i++)
    if (high[i] >= 0) dup2(high[i], pipe_out + i);
  dup2(file, same_file);
  for (int i = 0; i < fds - pipe_out; i++)
    if (high[i] >= 0) close(high[i]);
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int t = 0; t < most_threads; t++)
    for (int i = 0; i < length[t]; i++)
      if (code[t][i].op == call_map_write || code[t][i].op == call_map_read)
        mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
}

// What can be read back, in one line.
OMC_NO_INSTRUMENT static void look_back(void) {
  char text[5] = "", path[300] = "", name[16] = "";
  struct stat s;
  struct rlimit l;
  if (pread(file, text, 4, 0) < 0) text[0] = '!';
  if (!getcwd(path, 300)) path[0] = '!';
  getrlimit(RLIMIT_CORE, &l);
  pthread_getname_np(pthread_self(), name, 16);
  printf("| %s %zu %o %d %d", text, strlen(path), umask(0), (int)l.rlim_cur, atomic_load(&seen_signals));
  for (int fd = 3; fd < 34; fd++)
    if (fcntl(fd, F_GETFD) >= 0) printf(" %d", fd);
  for (int i = 0; i < 4; i++) printf(lstat(name_of(i), &s) ? " -" : " %d", (int)s.st_size);
}

OMC_NO_INSTRUMENT int main(int argc, char** argv) {
  if (argc < 3) return 2;
  state = (unsigned long)atol(argv[1]) * 0x9e3779b97f4a7c15u;
  for (int i = 0; i < 4; i++) below(2);
  make_program();
  if (argc > 3) return tell();
  if (chdir(argv[2])) return 2;
  signal(SIGUSR1, on_signal);
  signal(SIGALRM, on_signal);
  signal(SIGPIPE, SIG_IGN);
  open_all();
  sem_init(&posted, 0, 0);
  sem_init(&gate, 0, 0);
  pthread_key_create(&key, NULL);
  struct sigevent by_signal = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
  timer_create(CLOCK_MONOTONIC, &by_signal, &timer);
  int leaves = chance(10), last = most_threads - 1;
  thread[last] = pthread_self();
  for (long i = 0; i < last; i++) pthread_create(&thread[i], NULL, run, (void*)i);
  for (int i = 0; names_threads && i < last; i++) sem_post(&gate);
  struct Own own = {.me = last, .last_fd = -1};
  run_statements(&own);
  if (leaves) return own.sum % 2;
  for (int i = 0; i < last; i++)
    if (!detached[i]) pthread_join(thread[i], NULL);
  for (int i = 0; i < last; i++) printf(" %d", detached[i] ? 0 : results[i]);
  printf(" %d ", own.sum);
  look_back();
  return 0;
}
