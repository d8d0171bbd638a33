// Starts, watches and ends the program. Its processes form a process group. The group is killed
// before its leader is reaped, so the group's number cannot belong to other processes by then. If
// omc itself is killed, PR_SET_PDEATHSIG ends the program.
#include "launch/launch.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include <fmt/format.h>

#include "launch/installation.h"
#include "launch/requirements.h"
#include "llvm/Support/MemoryBuffer.h"
#include "user_error.h"

extern char** environ;

namespace omc::driver {

llvm::Expected<RunMemory> RunMemory::make(uint64_t bytes, Mode mode) {
  constexpr uint64_t least = 4 << 20;
  if (bytes < least) bytes = least;
  int descriptor = memfd_create("omc-run", 0);
  if (descriptor < 0 || ftruncate(descriptor, static_cast<off_t>(bytes))) {
    int error = errno;
    if (descriptor >= 0) close(descriptor);
    return user_error(
        fmt::format("cannot allocate shared memory of {} bytes: {}", bytes, strerror(error)),
        "give less with --memory");
  }
  void* at =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor, 0);
  if (at == MAP_FAILED) {
    int error = errno;
    close(descriptor);
    return user_error(fmt::format("cannot map {} bytes: {}", bytes, strerror(error)),
                      "give less with --memory");
  }
  auto* run = static_cast<Run*>(at);
  init_run(*run, bytes, mode);
  return RunMemory(run, bytes, descriptor);
}

RunMemory::RunMemory(RunMemory&& other) noexcept
    : run_(other.run_), bytes_(other.bytes_), descriptor_(other.descriptor_) {
  other.run_ = nullptr;
  other.descriptor_ = -1;
}

RunMemory& RunMemory::operator=(RunMemory&& other) noexcept {
  std::swap(run_, other.run_);
  std::swap(bytes_, other.bytes_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

RunMemory::~RunMemory() {
  if (run_) munmap(run_, bytes_);
  if (descriptor_ >= 0) close(descriptor_);
}

namespace {

using Clock = std::chrono::steady_clock;

constexpr double grace_seconds = 2;  // from asking the runtime to stop to killing it

volatile sig_atomic_t interrupts = 0;
void on_interrupt(int) { interrupts = interrupts + 1; }

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Counts SIGINT, SIGTERM, SIGHUP and SIGQUIT while a program runs; they are delivered only inside
// ppoll. The outermost object does so, also for a program that runs beside its own.
class SignalsHeld {
 public:
  SignalsHeld() {
    if (depth++) return;
    interrupts = 0;
    sigset_t held;
    sigemptyset(&held);
    struct sigaction action = {};
    action.sa_handler = on_interrupt;
    for (size_t i = 0; i < count; i++) {
      sigaddset(&held, signals[i]);
      sigaction(signals[i], &action, &before[i]);
    }
    sigprocmask(SIG_BLOCK, &held, &outer_mask);
  }
  ~SignalsHeld() {
    if (--depth) return;
    for (size_t i = 0; i < count; i++) sigaction(signals[i], &before[i], nullptr);
    sigprocmask(SIG_SETMASK, &outer_mask, nullptr);
  }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;
  // The signals that were blocked before.
  const sigset_t& mask() const { return outer_mask; }

  static constexpr size_t count = 4;
  static constexpr int signals[count] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

 private:
  static inline int depth = 0;
  static inline struct sigaction before[count];
  static inline sigset_t outer_mask;
};

// libomc stands before the libraries that the user preloads, such as an allocator. It removes
// itself from the variable.
std::string with_library_first(llvm::StringRef preload) {
  auto installation = find_installation();
  if (!installation) return llvm::consumeError(installation.takeError()), preload.str();
  return fmt::format("LD_PRELOAD={}:{}", installation->library, preload.split('=').second.str());
}

Words environment_for(const LaunchRequest& request, int run_descriptor) {
  Words out;
  for (char** entry = environ; *entry; entry++) {
    llvm::StringRef variable(*entry);
    if (variable.starts_with("LD_PRELOAD=") && variable != "LD_PRELOAD=")
      out.push_back(with_library_first(variable));
    else if (!variable.starts_with("OMC_") && !variable.starts_with("LD_BIND_NOW="))
      out.push_back(*entry);
  }
  out.push_back(fmt::format("OMC_RUN_FD={}", run_descriptor));
  out.push_back(fmt::format("OMC_OPTIONS=mode={}{}{}",
                            request.mode == Mode::replay ? "replay" : "check",
                            request.options.empty() ? "" : ":", request.options));
  // Lazy binding would write to memory that is part of the state, when a schedule first calls.
  out.push_back("LD_BIND_NOW=1");
  return out;
}

// Each run reads a file given as stdin from the same offset.
void reopen_stdin() {
  struct stat status;
  if (fstat(0, &status) || !S_ISREG(status.st_mode)) return;
  off_t offset = lseek(0, 0, SEEK_CUR);
  int fresh = open("/proc/self/fd/0", O_RDONLY);
  if (fresh < 0) return;
  lseek(fresh, offset, SEEK_SET);
  dup2(fresh, 0);
  close(fresh);
}

// What one of two programs reads from a pipe or a terminal is lost to the other.
void stand_beside() {
  constexpr int lower_priority = 5;
  setpriority(PRIO_PROCESS, 0, lower_priority);
  struct stat status;
  if (fstat(0, &status) || S_ISREG(status.st_mode)) return;
  int empty = open("/dev/null", O_RDONLY);
  if (empty > 0) dup2(empty, 0), close(empty);
}

[[noreturn]] void fail(int error, int error_pipe) {
  ssize_t ignored = write(error_pipe, &error, sizeof error);
  (void)ignored;
  _exit(127);
}

// The child between fork and exec. Nothing here may allocate.
[[noreturn]] void start_program(const LaunchRequest& request, char* const* arguments,
                                char* const* environment, pid_t driver, const sigset_t& mask,
                                int error_pipe) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != driver) _exit(1);
  personality(ADDR_NO_RANDOMIZE);
  for (int signal : SignalsHeld::signals) ::signal(signal, SIG_DFL);
  // In a background group, reading from the terminal fails instead of stopping the program.
  signal(SIGTTIN, SIG_IGN);
  signal(SIGTTOU, SIG_IGN);
  signal(SIGXFSZ, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  if (request.beside) stand_beside();
  reopen_stdin();
  if (!request.directory.empty() && chdir(request.directory.c_str())) fail(errno, error_pipe);
  int raw_output = request.silent ? open("/dev/null", O_WRONLY) : 2;
  dup2(raw_output, 1);
  dup2(raw_output, 2);
  execve(request.program.c_str(), arguments, environment);
  fail(errno, error_pipe);
}

llvm::Expected<pid_t> spawn(const LaunchRequest& request, int run_descriptor,
                            const sigset_t& mask) {
  Words words = {request.argv0};
  words.insert(words.end(), request.arguments.begin(), request.arguments.end());
  Words environment = environment_for(request, run_descriptor);
  std::vector<char*> argument_pointers = pointers_to(words);
  std::vector<char*> environment_pointers = pointers_to(environment);
  int errors[2];
  if (pipe2(errors, O_CLOEXEC))
    return user_error(fmt::format("cannot make a pipe: {}", strerror(errno)));
  fflush(nullptr);
  pid_t driver = getpid();
  pid_t child = fork();
  if (child == 0)
    start_program(request, argument_pointers.data(), environment_pointers.data(), driver, mask,
                  errors[1]);
  int fork_error = errno;
  close(errors[1]);
  int error = 0;
  ssize_t n = child < 0 ? 0 : read(errors[0], &error, sizeof error);
  close(errors[0]);
  if (child < 0) return user_error(fmt::format("cannot fork: {}", strerror(fork_error)));
  if (n != sizeof error) return child;
  waitpid(child, nullptr, 0);
  return user_error(fmt::format("cannot run {}: {}", request.program, strerror(error)));
}

// Ends what has left the process group of the program, as daemons do: the driver inherits it.
void end_orphans() {
  Clock::time_point start = Clock::now();
  std::string file = fmt::format("/proc/self/task/{}/children", syscall(SYS_gettid));
  while (since(start) < grace_seconds) {
    auto buffer = llvm::MemoryBuffer::getFileAsStream(file);
    llvm::SmallVector<llvm::StringRef, 8> children;
    if (buffer) (*buffer)->getBuffer().split(children, ' ', -1, false);
    if (children.empty()) return;
    for (llvm::StringRef child : children) {
      pid_t id = 0;
      if (child.getAsInteger(10, id)) continue;
      kill(id, SIGKILL);
      waitpid(id, nullptr, 0);
    }
  }
}

// How many processes the kernel has killed so far because memory ran out.
uint64_t oom_kills() {
  auto buffer = llvm::MemoryBuffer::getFileAsStream("/proc/vmstat");
  uint64_t count = 0;
  if (buffer) (*buffer)->getBuffer().split("\noom_kill ").second.consumeInteger(10, count);
  return count;
}

// The memory of a run, with what is asked for.
llvm::Expected<RunMemory> make_run(const LaunchRequest& asked) {
  auto memory = RunMemory::make(asked.bytes, asked.mode);
  if (!memory) return memory.takeError();
  Run& run = memory->run();
  run.wants_events = asked.wants_events;
  run.wants_memory = asked.wants_memory;
  run.queried_address = asked.about;
  run.is_from_driver = 1;
  run.seeks_right_ending = asked.seeks_right_ending;
  run.loop_begin = asked.loop_begin;
  run.loop_length = asked.loop_length;
  if (!store_schedule(run, asked.schedule)) return user_error("the schedule is too long to replay");
  return memory;
}

}  // namespace

// Asks the program to stop at a limit or an interrupt, and kills it when it does not.
struct Running::Process {
  SignalsHeld signals;
  pid_t child = -1;
  int descriptor = -1;
  Clock::time_point start = Clock::now(), asked;
  uint64_t oom_before = oom_kills();
  bool stopping = false;

  bool has_ended() const {
    siginfo_t info = {};
    return !waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) &&
           info.si_pid;
  }
  void obey_limits(const LaunchRequest& request, Launched& launched);
};

void Running::Process::obey_limits(const LaunchRequest& request, Launched& launched) {
  Run& run = launched.memory.run();
  if (request.watch && !request.watch(run, since(start))) run.stop = 1;
  if (interrupts) launched.interrupted = true;
  if (request.seconds > 0 && since(start) >= request.seconds && !stopping)
    launched.timed_out = true;
  if (!stopping && (launched.interrupted || launched.timed_out)) {
    stopping = true;
    asked = Clock::now();
    // The reason first: a process that sees the stop must know that the search is incomplete.
    uint32_t none = 0;
    Incomplete why = launched.interrupted ? Incomplete::interrupted : Incomplete::time;
    run.incomplete.compare_exchange_strong(none, static_cast<uint32_t>(why));
    run.stop = 1;
  }
  if (stopping && (interrupts > 1 || since(asked) > grace_seconds)) kill(-child, SIGKILL);
}

Running::Running(LaunchRequest request, RunMemory memory)
    : request_(std::move(request)), launched_{std::move(memory)} {}

Running::~Running() {
  if (process_) finish();
}

llvm::Expected<std::unique_ptr<Running>> Running::start(LaunchRequest request) {
  if (llvm::Error error = check_requirements(request.bytes)) return error;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  auto memory = make_run(request);
  if (!memory) return memory.takeError();
  std::unique_ptr<Running> running(new Running(std::move(request), std::move(*memory)));
  auto process = std::make_unique<Process>();
  auto child =
      spawn(running->request_, running->launched_.memory.descriptor(), process->signals.mask());
  if (!child) return child.takeError();
  process->child = *child;
  process->descriptor = static_cast<int>(syscall(SYS_pidfd_open, *child, 0));
  running->process_ = std::move(process);
  return running;
}

bool Running::has_ended() {
  if (process_->has_ended()) return true;
  process_->obey_limits(request_, launched_);
  return false;
}

Launched Running::finish() {
  std::unique_ptr<Process> process = std::move(process_);
  if (process->descriptor >= 0) close(process->descriptor);
  kill(-process->child, SIGKILL);
  rusage usage = {};
  wait4(process->child, &launched_.wait_status, 0, &usage);
  // The orphans of two programs cannot be told apart, so launch() ends them all.
  if (!request_.beside) end_orphans();
  launched_.oom_kills = oom_kills() - process->oom_before;
  launched_.peak_rss_kb = static_cast<uint64_t>(usage.ru_maxrss);
  launched_.seconds = since(process->start);
  return std::move(launched_);
}

llvm::Expected<Launched> launch(const LaunchRequest& request) {
  auto running = Running::start(request);
  if (!running) return running.takeError();
  const Running::Process& process = *(*running)->process_;
  int pause_ms = 20;
  do {
    pollfd ended = {process.descriptor, POLLIN, 0};
    timespec pause = {0, pause_ms * 1'000'000L};
    ppoll(&ended, process.descriptor >= 0 ? 1 : 0, &pause, &process.signals.mask());
    if (pause_ms < 50) pause_ms += 5;
  } while (!(*running)->has_ended());
  return (*running)->finish();
}

llvm::Error become_replay(const LaunchRequest& request) {
  auto memory = make_run(request);
  if (!memory) return memory.takeError();
  Words words = {request.argv0};
  words.insert(words.end(), request.arguments.begin(), request.arguments.end());
  Words environment = environment_for(request, memory->descriptor());
  personality(ADDR_NO_RANDOMIZE);
  signal(SIGPIPE, SIG_DFL);
  execve(request.program.c_str(), pointers_to(words).data(), pointers_to(environment).data());
  return user_error(fmt::format("cannot run {}: {}", request.program, strerror(errno)));
}

}  // namespace omc::driver
