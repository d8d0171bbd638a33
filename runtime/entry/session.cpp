#include "entry/session.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <sched.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

#include "entry/summary.h"
#include "libc/operator_new.h"
#include "platform/assert.h"
#include "platform/raw_syscall.h"
#include "run/verdict.h"
#include "sharing/instrumented_code.h"
#include "threads/fiber.h"
#include "world/run_records.h"
#include "world/world.h"

namespace omc {
namespace {

extern "C" __attribute__((visibility("hidden"))) const char __ehdr_start[];

bool from_driver;

// Removes a variable from the environment, so that child processes do not inherit it; gives its
// value.
const char* take_variable(char** environment, const char* name) {
  size_t n = strlen(name);
  for (char** p = environment; *p; p++) {
    if (strncmp(*p, name, n) || (*p)[n] != '=') continue;
    const char* value = *p + n + 1;
    for (char** q = p; (*q = q[1]); q++) {
    }
    return value;
  }
  return nullptr;
}

// omc check puts libomc into LD_PRELOAD, before the libraries of the user. The program must not see
// that.
void hide_own_preload(char** environment) {
  constexpr char own[] = "/libomc.so:", variable[] = "LD_PRELOAD=";
  for (char** p = environment; *p; p++) {
    if (strncmp(*p, variable, sizeof variable - 1)) continue;
    char* value = *p + sizeof variable - 1;
    const char* rest = strstr(value, own);
    if (rest) memmove(value, rest + sizeof own - 1, strlen(rest + sizeof own - 1) + 1);
    return;
  }
}

[[noreturn]] void refuse(const char* message) {
  if (from_driver) {
    checker.run->usage_error = store_text(message);
  } else {
    print("omc: error: ", message, "\n");
  }
  exit_process(2);
}

uint32_t core_count() {
  cpu_set_t cores{};
  long n = raw_syscall(SYS_sched_getaffinity, 0, sizeof cores, as_long(&cores));
  return is_error(n) ? 1 : static_cast<uint32_t>(CPU_COUNT(&cores));
}

void map_run(const char* number) {
  int fd = 0;
  for (; *number >= '0' && *number <= '9'; number++) fd = fd * 10 + (*number - '0');
  struct stat status;
  if (fstat(fd, &status)) refuse("OMC_RUN_FD names no open file");
  long p = raw_syscall(SYS_mmap, 0, status.st_size, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_NORESERVE, fd, 0);
  if (is_error(p)) refuse("OMC_RUN_FD cannot be mapped");
  auto* run = reinterpret_cast<Run*>(p);
  if (run->magic != run_magic)
    refuse("libomc.so and omc are of different versions; build the program again with omc-cc");
  checker.run = run;
  from_driver = true;
  raw_syscall(SYS_close, fd);
}

// The program and preloaded libraries precede libomc in the loader's search. libomc cannot observe
// a malloc that they define: how it uses memory and synchronises threads.
void refuse_other_malloc() {
  Dl_info found;
  void* malloc = dlsym(RTLD_DEFAULT, "malloc");
  if (!malloc || !dladdr(malloc, &found) || found.dli_fbase == __ehdr_start) return;
  if (is_instrumented(reinterpret_cast<uintptr_t>(malloc)))
    refuse(
        "the program has a malloc of its own in it; build it without, or link the allocator as a "
        "shared library: "
        "while it is explored, memory comes from omc");
  refuse(
      "a library that is loaded before libomc.so has its own malloc; unset LD_PRELOAD, or use omc "
      "check");
}

// The driver has checked both; a program that is explored without it has not.
void refuse_poor_kernel() {
  long dispatch =
      raw_syscall(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF, 0, 0, 0);
  if (is_error(dispatch))
    refuse("the kernel refuses syscall user dispatch; omc doctor says what to do");
  constexpr rlim_t needed = rlim_t{64} << 40;  // most of it is reserved and never used
  rlimit limit = {};
  raw_syscall(SYS_getrlimit, RLIMIT_AS, as_long(&limit));
  if (limit.rlim_cur < needed)
    refuse("the address space is limited; lift the limit with ulimit -v unlimited");
}

struct ModuleList {
  Module modules[256];
  uint64_t count;
};

int store_module(dl_phdr_info* info, size_t, void* out) {
  auto& list = *static_cast<ModuleList*>(out);
  if (list.count == 256) return 1;
  char path[4096];
  const char* name = info->dlpi_name;
  if (!*name && list.count == 0) {
    long n = raw_syscall(SYS_readlink, as_long("/proc/self/exe"), as_long(path), sizeof path - 1);
    if (n > 0) path[n] = 0, name = path;
  }
  list.modules[list.count++] = {info->dlpi_addr, store_text(name)};
  return 0;
}

void store_modules() {
  static ModuleList list;
  dl_iterate_phdr(store_module, &list);
  checker.run->modules = store_bytes(list.modules, list.count * sizeof(Module));
  checker.run->module_count = list.count;
}

}  // namespace

bool open_session(char** environment) {
  // A program with more rights than its caller, such as a set-user-id one, does not obey the
  // caller's variables.
  if (getauxval(AT_SECURE)) return false;
  const char* text = take_variable(environment, "OMC_OPTIONS");
  const char* fd = take_variable(environment, "OMC_RUN_FD");
  if (!text) return false;
  Options& options = checker.options;
  if (fd) map_run(fd);
  if (fd) hide_own_preload(environment);
  char error[512];
  constexpr char prefix[] = "OMC_OPTIONS: ";
  memcpy(error, prefix, sizeof prefix);
  size_t n = sizeof prefix - 1;
  if (!parse_options(text, options, error + n, sizeof error - n)) refuse(error);
  if (const char* why = contradiction(options)) refuse(why);
  if (options.help) {
    print_options();
    exit_process(0);
  }
  if (options.mode == Mode::dormant) return checker.run = nullptr, false;
  checker.is_replay = options.mode == Mode::replay;
  if (checker.is_replay && !fd) refuse("mode=replay is for omc replay");
  refuse_poor_kernel();
  if (!checker.run) checker.run = make_run(options, Mode::check);
  if (!options.jobs) options.jobs = core_count();
  store_modules();
  find_instrumented_code();
  find_operators();
  refuse_other_malloc();
  if (!fd) options.every_statement = true;  // the program may be instrumented in part
  prepare_threads();
  checker.run->started = 1;
  return true;
}

void close_session() {
  const Run& run = *checker.run;
  if (from_driver) exit_process(0);
  print_summary(run, checker.options);
  exit_process(verdict_of(run));
}

Run* make_run(const Options& options, Mode mode) {
  uint64_t bytes = options.memory ? options.memory : default_memory();
  constexpr uint64_t least = 64 << 20;
  if (bytes < least) bytes = least;
  long p = raw_syscall(SYS_mmap, 0, static_cast<long>(bytes), PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  OMC_ASSERT(!is_error(p));
  auto* run = reinterpret_cast<Run*>(p);
  init_run(*run, bytes, mode);
  return run;
}

void drop_run(Run* run) { raw_syscall(SYS_munmap, as_long(run), static_cast<long>(run->bytes)); }

int verdict_of(const Run& run) {
  return exit_code_of(verdict_of(run, run.bug_count, run.incomplete || !run.finished));
}

}  // namespace omc
