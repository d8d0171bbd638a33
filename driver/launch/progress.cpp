// The line appears four times a second on a terminal and every ten seconds elsewhere. In the first
// half second it does not appear, so a short run shows only its result.
#include "launch/progress.h"

#include <sys/ioctl.h>

#include <fmt/format.h>

#include "llvm/Support/raw_ostream.h"
#include "render/render.h"

namespace omc::driver {
namespace {

constexpr double first_after = 0.5;
constexpr double bar_every = 0.25;
constexpr double plain_every = 10;

// A line wider than the terminal cannot be rewritten in place.
std::string cut_to_terminal(std::string text) {
  winsize size;
  if (!ioctl(2, TIOCGWINSZ, &size) && size.ws_col > 1 && text.size() >= size.ws_col)
    text.resize(size.ws_col - 1u);
  return text;
}

}  // namespace

std::string progress_text(const Stats& stats, double seconds, double steps_per_second) {
  uint64_t states = stats.states;
  std::string explored =
      states ? with_commas(states) + " states" : with_commas(stats.executions) + " executions";
  return fmt::format("{}, {} steps/s, depth {}, {} threads, {} processes, {:.0f} s", explored,
                     with_commas(static_cast<uint64_t>(steps_per_second)), stats.depth.load(),
                     stats.threads.load(), stats.processes.load(), seconds);
}

void Progress::show(const Run& run, double seconds, std::optional<unsigned> within) {
  if (kind_ == ProgressKind::none) return;
  double every = kind_ == ProgressKind::bar ? bar_every : plain_every;
  if (next_ == 0) next_ = kind_ == ProgressKind::bar ? first_after : plain_every;
  if (seconds < next_) return;
  next_ = seconds + every;
  uint64_t steps = run.stats.steps;
  if (steps < last_steps_) last_steps_ = 0;  // the search has restarted
  double rate = static_cast<double>(steps - last_steps_) / (seconds - last_seconds_);
  last_steps_ = steps;
  last_seconds_ = seconds;
  std::string text = "omc: " + progress_text(run.stats, seconds, rate);
  if (within)
    text += fmt::format(", complete within {} preemption{}", *within, *within == 1 ? "" : "s");
  if (kind_ == ProgressKind::plain) {
    llvm::errs() << fmt::format("{}\n", text);
  } else {
    llvm::errs() << fmt::format("\r\033[K{}", cut_to_terminal(text));
    visible_ = true;
  }
}

void Progress::clear() {
  if (!visible_) return;
  llvm::errs() << fmt::format("\r\033[K");
  visible_ = false;
}

}  // namespace omc::driver
