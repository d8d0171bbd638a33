// Text is written and read by the functions that the runtime uses (run/schedule.h), so both sides
// mean the same by it.
#include "launch/schedules.h"

#include <cstring>

#include <fmt/format.h>

#include "user_error.h"

namespace omc::driver {

std::string schedule_text(const Stretch* stretches, size_t n) {
  std::string text(format_schedule(stretches, n, nullptr, 0) + 1, '\0');
  format_schedule(stretches, n, text.data(), text.size());
  text.pop_back();
  return text;
}

std::string schedule_text(const Schedule& schedule) {
  std::vector<Stretch> stretches;
  for (Choice choice : schedule) {
    if (stretches.empty() || !(stretches.back().choice == choice)) stretches.push_back({choice, 0});
    stretches.back().count++;
  }
  return schedule_text(stretches.data(), stretches.size());
}

llvm::Expected<Schedule> read_schedule(const std::string& text) {
  Schedule schedule;
  long n = parse_schedule(text.c_str(), nullptr, 0);
  if (n < 0)
    return user_error(
        fmt::format("the schedule is wrong at '{}'", text.substr(static_cast<size_t>(-1 - n))),
        "write thread numbers and repetitions, as in '0*4 1*2 2'");
  schedule.resize(static_cast<size_t>(n));
  parse_schedule(text.c_str(), schedule.data(), schedule.size());
  return schedule;
}

Schedule schedule_of(const Run& run, uint64_t offset, uint64_t stretches) {
  Schedule schedule;
  const auto* first = at<Stretch>(run, offset);
  for (uint64_t i = 0; i < stretches && offset; i++)
    schedule.insert(schedule.end(), first[i].count, first[i].choice);
  return schedule;
}

bool store_schedule(Run& run, const Schedule& schedule) {
  if (schedule.empty()) return true;
  uint64_t bytes = schedule.size() * sizeof(Choice);
  run.schedule = pool_take(run, bytes);
  if (!run.schedule) return false;
  memcpy(at<Choice>(run, run.schedule), schedule.data(), bytes);
  run.schedule_length = schedule.size();
  return true;
}

}  // namespace omc::driver
