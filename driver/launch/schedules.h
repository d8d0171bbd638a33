// A schedule in the driver: the choices one by one, as text, and as it stands in a Run.
#pragma once

#include <string>
#include <vector>

#include "llvm/Support/Error.h"
#include "run/run.h"

namespace omc::driver {

using Schedule = std::vector<Choice>;

// "0*4 1 2/3*2"; run/schedule.h describes the form.
std::string schedule_text(const Stretch* stretches, size_t n);
std::string schedule_text(const Schedule& schedule);

// The schedule that a user wrote.
llvm::Expected<Schedule> read_schedule(const std::string& text);

// The schedule that a run keeps as stretches at an offset; empty when the offset is 0.
Schedule schedule_of(const Run& run, uint64_t offset, uint64_t stretches);

// Puts the schedule that a replay is to follow into its run; false when it is too long.
bool store_schedule(Run& run, const Schedule& schedule);

}  // namespace omc::driver
