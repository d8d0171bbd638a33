// Runs the checked program once under the runtime. The driver makes the shared Run, starts the
// program with it, watches until the program ends, time is up or the user interrupts, and then
// makes sure that no process of the tree is left.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "launch/command.h"
#include "launch/schedules.h"
#include "llvm/Support/Error.h"
#include "run/run.h"

namespace omc::driver {

// The mapping of a Run; unmapped with the object.
class RunMemory {
 public:
  static llvm::Expected<RunMemory> make(uint64_t bytes, Mode mode);
  RunMemory(RunMemory&& other) noexcept;
  RunMemory& operator=(RunMemory&& other) noexcept;
  ~RunMemory();
  Run& run() { return *run_; }
  const Run& run() const { return *run_; }
  int descriptor() const { return descriptor_; }

 private:
  RunMemory(Run* run, uint64_t bytes, int descriptor)
      : run_(run), bytes_(bytes), descriptor_(descriptor) {}
  Run* run_ = nullptr;
  uint64_t bytes_ = 0;
  int descriptor_ = -1;
};

struct LaunchRequest {
  Mode mode = Mode::check;
  std::string program;
  std::string argv0;
  Words arguments;
  std::string directory;                   // to run in; empty: this one
  std::string options;                     // for OMC_OPTIONS, without the mode
  uint64_t bytes = 64 << 20;               // of the Run
  double seconds = 0;                      // 0: no limit
  Schedule schedule;                       // to follow: a replay, or how each execution begins
  bool seeks_right_ending = false;         // see Run
  size_t loop_begin = 0, loop_length = 0;  // in the schedule; of one round
  uint64_t about = 0;                      // replay: an address whose block is wanted
  bool wants_events = false, wants_memory = false;
  bool silent = false;  // drops what the program prints past the runtime
  bool beside = false;  // of lower priority, and without what others may still read from stdin
  // Called a few times a second; false ends the search as a found bug does.
  std::function<bool(const Run&, double seconds)> watch;
};

struct Launched {
  RunMemory memory;
  int wait_status = 0;
  bool timed_out = false, interrupted = false;
  double seconds = 0;
  uint64_t peak_rss_kb = 0;
  uint64_t oom_kills = 0;  // processes that the kernel has killed meanwhile, to get memory
  const Run& run() const { return memory.run(); }
};

llvm::Expected<Launched> launch(const LaunchRequest& request);

// Replaces this process by the program of a replay, for a debugger that started it. Nobody watches
// it; returns only with an error.
llvm::Error become_replay(const LaunchRequest& request);
// A program that runs beside another one, which launch() watches. It is killed with the object.
class Running {
 public:
  static llvm::Expected<std::unique_ptr<Running>> start(LaunchRequest request);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  const Run& run() const { return launched_.run(); }
  // To be called now and then. True when the program has ended.
  bool has_ended();
  // Kills what is left of it.
  Launched finish();

 private:
  Running(LaunchRequest request, RunMemory memory);
  struct Process;
  LaunchRequest request_;
  Launched launched_;
  std::unique_ptr<Process> process_;
  friend llvm::Expected<Launched> launch(const LaunchRequest& request);
};

}  // namespace omc::driver
