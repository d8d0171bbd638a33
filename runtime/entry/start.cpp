// The start of a program: __libc_start_main, which explores main or runs it dormant.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

#include "entry/session.h"
#include "platform/assert.h"
#include "platform/next_definition.h"
#include "platform/raw_syscall.h"
#include "search/explore.h"
#include "search/passes.h"
#include "world/current.h"
#include "world/events.h"
#include "world/point.h"
#include "world/world.h"

namespace omc {
namespace {

using Main = int (*)(int, char**, char**);
using StartMain = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);

// The arguments of __libc_start_main.
struct StartArguments {
  StartMain start_main;
  Main main;
  int argc;
  char** argv;
  void (*init)();
  void (*fini)();
  void (*loader_fini)();
  void* stack_end;
};

int run_program(const StartArguments& b, Main main) {
  return b.start_main(main, b.argc, b.argv, b.init, b.fini, b.loader_fini, b.stack_end);
}

Main explored_main;

// A report names a thread by the function of its first statement. Constructors of static objects do
// not count.
int enter_main(int argc, char** argv, char** environment) {
  current_thread().first_place = {};
  int status = explored_main(argc, argv, environment);
  charge_hooks();
  // Other threads may run before the program ends, even if no other point lies in between. The end
  // shares no step with the last statement: others could notice what that did, such as its output.
  if (any_other_alive(current_thread())) {
    current_thread().after_hook = false;
    point(Op::exit, nullptr);
    happened(Op::exit, nullptr, static_cast<unsigned>(status));
  }
  return status;
}

void run_explored(void* argument) {
  const auto& start = *static_cast<const StartArguments*>(argument);
  explored_main = start.main;
  run_program(start, enter_main);
}

}  // namespace

void internal_assertion_failed(const char* condition, const char* file, int line) {
  char digits[12];
  int n = 0;
  for (; line; line /= 10) digits[n++] = static_cast<char>('0' + line % 10);
  auto print = [](const char* text, size_t length) {
    raw_syscall(SYS_write, 2, as_long(text), static_cast<long>(length));
  };
  auto print_text = [&](const char* text) { print(text, strlen(text)); };
  print_text("omc: internal error: ");
  print_text(file);
  print_text(":");
  while (n) print(&digits[--n], 1);
  print_text(": ");
  print_text(condition);
  print_text("\n");
  exit_process(70);
}

}  // namespace omc

using namespace omc;

extern "C" __attribute__((visibility("default"))) int __libc_start_main(
    int (*main)(int, char**, char**), int argc, char** argv, void (*init)(), void (*fini)(),
    void (*loader_fini)(), void* stack_end) {
  StartArguments start{next_definition<StartMain>("__libc_start_main", "GLIBC_2.34"),
                       main,
                       argc,
                       argv,
                       init,
                       fini,
                       loader_fini,
                       stack_end};
  if (!start.start_main) start.start_main = next_definition<StartMain>("__libc_start_main");
  if (open_session(argv + argc + 1)) {
    explore({run_explored, &start});
    close_session();
  }
  return run_program(start, start.main);
}
