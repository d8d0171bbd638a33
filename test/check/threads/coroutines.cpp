// Coroutines that a program makes of memory of its own: what they and the threads that run them have on their stacks goes
// back with the state, and nothing is written where the program did not.
// RUN: %build
// RUN: %verdict ok --races --outcomes '2 3 4' -- %t heap
// RUN: %verdict ok --races --outcomes '2 3 4' -- %t mapped
// RUN: %verdict assert -- %t wrong
#include <sys/mman.h>
#include <ucontext.h>

#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <thread>

std::atomic<int> count;
const char* how;
constexpr size_t stack_size = 32 << 10;

struct Coroutine {
  ucontext_t resumer, self;
  int rounds = 0;
  char* stack;
};

void body(unsigned low, unsigned high) {
  auto* me = reinterpret_cast<Coroutine*>(static_cast<uintptr_t>(high) << 32 | low);
  for (int i = 0; i < 2; i++) {
    int seen = count.load();
    count.store(seen + 1);
    me->rounds++;
    swapcontext(&me->self, &me->resumer);
  }
}

char* make_stack() {
  if (std::strcmp(how, "mapped")) return new char[stack_size];
  void* p = mmap(nullptr, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return static_cast<char*>(p);
}

void drop_stack(char* stack) {
  if (std::strcmp(how, "mapped")) delete[] stack;
  else munmap(stack, stack_size);
}

void run() {
  auto* coroutine = new Coroutine{};
  coroutine->stack = make_stack();
  getcontext(&coroutine->self);
  coroutine->self.uc_stack.ss_sp = coroutine->stack;
  coroutine->self.uc_stack.ss_size = stack_size;
  auto address = reinterpret_cast<uintptr_t>(coroutine);
  makecontext(&coroutine->self, reinterpret_cast<void (*)()>(body), 2, static_cast<unsigned>(address), static_cast<unsigned>(address >> 32));
  int resumed = 0;  // on the stack of the thread, while the coroutine takes steps
  while (coroutine->rounds < 2) {
    swapcontext(&coroutine->resumer, &coroutine->self);
    resumed++;
  }
  assert(resumed == 2);
  drop_stack(coroutine->stack);
  delete coroutine;
}

int main(int, char** arguments) {
  how = arguments[1];
  std::thread one(run), other(run);
  one.join();
  other.join();
  if (!std::strcmp(how, "wrong")) assert(count == 4);
  std::printf("%d\n", count.load());
}
// COVERS: snapshot/stacks
