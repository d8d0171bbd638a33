// A greedy descent. A schedule is a list of blocks, each with consecutive steps of one thread. For
// each block three changes are tried: move it up to the thread's previous block, move that block
// down to it, or remove it. A change is kept when it makes the schedule better: fewer switches,
// then fewer steps.
#include "explain/minimize.h"

#include <chrono>
#include <string>

namespace omc::driver {
namespace {

using Blocks = std::vector<Schedule>;

Blocks blocks_of(const Schedule& schedule) {
  Blocks blocks;
  for (Choice choice : schedule) {
    if (blocks.empty() || blocks.back().back().thread != choice.thread) blocks.emplace_back();
    blocks.back().push_back(choice);
  }
  return blocks;
}

Schedule joined(const Blocks& blocks) {
  Schedule schedule;
  for (const Schedule& block : blocks) schedule.insert(schedule.end(), block.begin(), block.end());
  return schedule;
}

bool better(const Schedule& a, const Schedule& b) {
  size_t switches_a = count_switches(a), switches_b = count_switches(b);
  return switches_a != switches_b ? switches_a < switches_b : a.size() < b.size();
}

std::optional<size_t> block_before(const Blocks& blocks, size_t i) {
  for (size_t k = i; k-- > 0;)
    if (blocks[k].back().thread == blocks[i].back().thread) return k;
  return std::nullopt;
}

// The changes of block i, most promising first.
std::vector<Blocks> changes(const Blocks& blocks, size_t i) {
  std::vector<Blocks> out;
  if (std::optional<size_t> before = block_before(blocks, i)) {
    Blocks up = blocks;
    up[*before].insert(up[*before].end(), blocks[i].begin(), blocks[i].end());
    up.erase(up.begin() + static_cast<long>(i));
    out.push_back(std::move(up));
    Blocks down = blocks;
    down[i].insert(down[i].begin(), blocks[*before].begin(), blocks[*before].end());
    down.erase(down.begin() + static_cast<long>(*before));
    out.push_back(std::move(down));
  }
  Blocks without = blocks;
  without.erase(without.begin() + static_cast<long>(i));
  if (!without.empty()) out.push_back(std::move(without));
  return out;
}

}  // namespace

size_t count_switches(const Schedule& schedule) {
  size_t switches = 0;
  for (size_t i = 1; i < schedule.size(); i++)
    switches += schedule[i].thread != schedule[i - 1].thread;
  return switches;
}

Schedule minimize(const Schedule& schedule, const Oracle& oracle, const MinimizeLimits& limits) {
  auto start = std::chrono::steady_clock::now();
  unsigned tries = 0;
  auto may_try = [&] {
    std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    return tries < limits.tries && passed.count() < limits.seconds;
  };
  Schedule best = schedule;
  for (bool improved = true; improved && may_try();) {
    improved = false;
    Blocks blocks = blocks_of(best);
    for (size_t i = 0; i < blocks.size() && !improved; i++) {
      for (const Blocks& change : changes(blocks, i)) {
        Schedule candidate = joined(change);
        if (!better(candidate, best)) continue;
        if (!may_try()) return best;
        tries++;
        std::optional<Schedule> taken = oracle(candidate);
        if (!taken || !better(*taken, best)) continue;
        best = std::move(*taken);
        improved = true;
        break;
      }
    }
  }
  return best;
}

}  // namespace omc::driver
