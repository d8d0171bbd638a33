// Operations in words, by the rows of run/operations.def: what an operation did, and what a thread
// waits for that is blocked in one. A new row needs no change here.
#pragma once

#include <string>

#include "explain/object_names.h"
#include "run/run.h"

namespace omc::driver {

// "locks a.m", "starts 2"; empty for an operation that no other thread can notice.
std::string effect_of(const Event& event, const ObjectNames& names);

// Continues "waits for": "a.m", "thread 2 to end".
std::string awaited(const ThreadRecord& record, const ObjectNames& names);

}  // namespace omc::driver
