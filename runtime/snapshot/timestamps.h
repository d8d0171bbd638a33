// Timestamps in the program's memory. A loop that polls the clock stores a later time in each
// iteration, so no state would occur twice. A word that looks like a time of the virtual clock
// therefore counts by its distance from now, and the clock itself does not count. States that
// differ by a shift in time are equal.
//
// A timestamp is a 64-bit count of seconds, milliseconds, microseconds or nanoseconds since the
// epoch, seconds in a double, or a timespec. All timestamps older than the horizon count as equally
// old.
#pragma once

#include "platform/digest.h"

namespace omc {

// The initial time of the virtual clock, in seconds: 2026-01-01. Any other would do.
constexpr int64_t clock_epoch = 1'767'225'600;

bool has_timestamps(const void* bytes, size_t n);
// The digest in which each timestamp is its distance from `now`, in nanoseconds of the virtual
// clock.
Digest shifted_digest(const void* bytes, size_t n, uint64_t seed, int64_t now);
// The nearest timestamp after `now`, and the oldest one; -1 when there is none.
int64_t next_timestamp(const void* bytes, size_t n, int64_t now);
int64_t oldest_timestamp(const void* bytes, size_t n);

// About 39 hours, in nanoseconds.
constexpr int64_t horizon = int64_t{1} << 47;

}  // namespace omc
