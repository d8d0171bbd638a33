// The values that the steps of a replay read and write: of variables that several threads use,
// since these are what a schedule is about.
#pragma once

#include <string>
#include <vector>

#include "explain/replay.h"
#include "report.h"

namespace omc::driver {

// Adds "100 → 70" of `balance` to the step that has changed it, and "70" to one that has read it.
void add_values(Replay& replay, std::vector<Step>& steps);

// The name of what a record is about, and a value of it in words.
std::string name_at(Replay& replay, const ValueRecord& record);
std::string value_at(Replay& replay, const ValueRecord& record, uint64_t value);

}  // namespace omc::driver
