// The rows of kernel/syscalls.def by number: what the dispatcher asks about a call.
#pragma once

#include <cstddef>

#include "kernel/syscall.h"
#include "run/run.h"

namespace omc {

enum class Where : uint8_t { at_once, may_wait, if_object, if_onto_object };

// A range of memory that the kernel writes to.
struct Write {
  enum class Kind : uint8_t { none, record, buffer, vector, message };
  Kind kind = Kind::none;
  long Call::* at = nullptr;
  long Call::* count = nullptr;  // an argument: bytes of a buffer, parts of a vector
  size_t size = 0;               // of a record
};

constexpr unsigned max_writes = 3;
struct Writes {
  Write ranges[max_writes];
  bool is_unknown = false;
};

struct SystemCall {
  long (*serve)(const Call&);
  Where where;
  bool cancels;
  Writes writes;
  Naming naming;
};

constexpr long max_calls = 512;  // numbers of x86-64 are below

const SystemCall& system_call(long number);
const char* name_of_call(long number);

}  // namespace omc
