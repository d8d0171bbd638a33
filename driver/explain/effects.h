// Operations in words: what kind of object one is about, what it did, what a thread waits for in
// it.
#pragma once

#include <string>

#include "explain/story.h"
#include "run/run.h"

namespace omc {

// "mutex", "semaphore"; null when the operation is not about an object in memory.
const char* object_kind(Op op);

// What the statement calls the object of the operation; empty when it can not be told.
std::string written_name(Op op, const std::string& statement);

// "locks a.m", "starts 2"; empty when there is nothing that another thread could notice.
std::string effect_of(const Event& event, const ObjectNames& names);

// After "waits for".
std::string awaited(const ThreadRecord& record, const ObjectNames& names);

// Whether the thread holds a lock from this event on.
bool takes_lock(const Event& event);

}  // namespace omc
