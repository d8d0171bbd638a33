// A handler runs between statements, not within one: none of its updates is lost, and none of the
// statement that it interrupts. A fault is handled at once.
// RUN: %omc-cxx --omc-mode=atomic -std=c++17 -O1 -g %s -o %t && %t
// COVERS: atomic/signals
#include <omc.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>

#include <cassert>
#include <cstdio>
#include <thread>

static long count, handled;
static siginfo_t last;
static sigjmp_buf out;

// Long, and part of the statement that calls it.
OMC_NO_INSTRUMENT static long zero() {
  unsigned long n = 12345;
  for (int i = 0; i < 2000; i++) n = n * 6364136223846793005u + 1442695040888963407u;
  return n == 1 ? 1 : 0;
}

static void on_alarm(int, siginfo_t* info, void*) {
  count = count + 1;
  handled = handled + 1;
  last = *info;
}

static void on_fault(int) { siglongjmp(out, 1); }

int main() {
  struct sigaction action = {}, before;
  action.sa_sigaction = on_alarm;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  assert(sigaction(SIGALRM, &action, nullptr) == 0);
  assert(sigaction(SIGALRM, nullptr, &before) == 0);
  assert(before.sa_sigaction == on_alarm && (before.sa_flags & SA_SIGINFO));
  itimerval interval = {{0, 500}, {0, 500}};
  setitimer(ITIMER_REAL, &interval, nullptr);
  long rounds = 0, others = 0;
  bool stop = false;
  std::thread other([&] {
    while (!stop) {
      count = count + zero() + 1;
      others = others + 1;
    }
  });
  while (handled < 300) {
    count = count + zero() + 1;
    rounds = rounds + 1;
  }
  interval = {};
  setitimer(ITIMER_REAL, &interval, nullptr);
  stop = true;
  other.join();
  printf("%ld statements, %ld handlers, %ld in all\n", rounds + others, handled, count);
  assert(count == rounds + others + handled);
  assert(last.si_signo == SIGALRM);

  raise(SIGALRM);  // returns when the handler has run
  assert(count == rounds + others + handled);
  sigset_t set, old;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &set, &old);
  assert(!sigismember(&old, SIGALRM));  // nothing of omc's is left blocked

  assert(signal(SIGSEGV, on_fault) == SIG_DFL);
  if (sigsetjmp(out, 1) == 0) *reinterpret_cast<volatile int*>(8) = 1;
  count = count + 1;
}
