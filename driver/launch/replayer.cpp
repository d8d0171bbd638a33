// What the program prints is dropped: the report of the search has shown it.
#include "launch/replayer.h"

#include <fmt/format.h>

namespace omc::driver {
namespace {

// Sizes of runs; the memory is sparse.
constexpr uint64_t replay_bytes = 256 << 20;
constexpr uint64_t search_bytes = uint64_t{1} << 30;
constexpr uint64_t memory_replay_bytes = uint64_t{2} << 30;

std::string joined_options(const std::string& first, const std::string& second) {
  return first.empty() ? second : first + ":" + second;
}

}  // namespace

LaunchRequest Replayer::request() const {
  LaunchRequest request;
  request.program = program;
  request.argv0 = argv0;
  request.arguments = arguments;
  request.directory = directory;
  request.options = options;
  request.silent = true;
  return request;
}

llvm::Expected<Launched> Replayer::replay(const Schedule& schedule, Keep keep,
                                          uint64_t about) const {
  LaunchRequest replay = request();
  replay.mode = Mode::replay;
  replay.schedule = schedule;
  replay.about = about;
  replay.wants_events = keep != nothing;
  replay.wants_memory = keep == events_and_memory;
  replay.bytes = keep == events_and_memory ? memory_replay_bytes : replay_bytes;
  replay.bytes += schedule.size() * sizeof(Choice);
  replay.seconds = seconds;
  return launch(replay);
}

llvm::Error Replayer::become_replay(const Schedule& schedule) const {
  LaunchRequest replay = request();
  replay.mode = Mode::replay;
  replay.schedule = schedule;
  replay.bytes = replay_bytes + schedule.size() * sizeof(Choice);
  return driver::become_replay(replay);
}

llvm::Expected<Launched> Replayer::replay_loop(Schedule schedule, const Schedule& loop) const {
  constexpr unsigned rounds = 3;  // the first may begin in the middle of a statement
  LaunchRequest replay = request();
  replay.mode = Mode::replay;
  replay.loop_begin = schedule.size();
  replay.loop_length = loop.size();
  for (unsigned i = 0; i < rounds; i++) schedule.insert(schedule.end(), loop.begin(), loop.end());
  replay.bytes = replay_bytes + schedule.size() * sizeof(Choice);
  replay.schedule = std::move(schedule);
  replay.wants_events = true;
  replay.seconds = seconds;
  return launch(replay);
}

bool Replayer::has_weak_memory() const {
  return options.find("memory-model=c11") != std::string::npos;
}

llvm::Expected<Launched> Replayer::search_within(const std::string& bound, double limit) const {
  return search_once("search=reduced:" + bound + ":all=1", limit);
}

llvm::Expected<Launched> Replayer::search_once(const std::string& more, double limit) const {
  LaunchRequest search = request();
  search.options = joined_options(options, more);
  search.bytes = search_bytes;
  search.seconds = limit;
  return launch(search);
}

LaunchRequest Replayer::request_from(Schedule beginning, double limit) const {
  LaunchRequest search = request();
  search.options = fmt::format("{}{}jobs=1:every-statement=1:search=pruned", options,
                               options.empty() ? "" : ":");
  search.bytes = search_bytes;
  search.schedule = std::move(beginning);
  search.seconds = limit;
  return search;
}

llvm::Expected<Launched> Replayer::search_from(Schedule beginning, double limit) const {
  return launch(request_from(std::move(beginning), limit));
}

llvm::Expected<Launched> Replayer::seek_right_ending(Schedule beginning, double limit) const {
  LaunchRequest search = request_from(std::move(beginning), limit);
  search.options += ":all=1";
  search.seeks_right_ending = true;
  return launch(search);
}

LaunchRequest Replayer::search_beside(unsigned preemptions) const {
  LaunchRequest search = request();
  search.options = joined_options(options, fmt::format("max-preemptions={}:jobs=1", preemptions));
  search.bytes = search_bytes;
  search.beside = true;
  return search;
}

}  // namespace omc::driver
