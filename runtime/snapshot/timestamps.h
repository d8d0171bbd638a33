// Moments in the program's memory. A program that waits for time to pass in a loop would never come
// to a state twice, because the time that it has read is somewhere in its memory, later each round.
// So a word that looks like a moment of the virtual clock counts in the state as its distance from
// now, and now itself does not count: states that differ by a shift in time are one.
//
// A moment is recognised as seconds, milliseconds, microseconds or nanoseconds since the epoch in
// 64 bits, as seconds in a double, and as seconds followed by the nanoseconds of a timespec. A
// moment long ago is just long ago.
#pragma once

#include "platform/digest.h"

namespace omc {

constexpr int64_t clock_epoch =
    1'767'225'600;  // when it begins, in seconds: 2026-01-01, any moment would do

bool has_moments(const void* bytes, size_t n);
// The digest with each moment as its distance from `now`, in nanoseconds since the clock began.
Digest shifted_digest(const void* bytes, size_t n, uint64_t seed, int64_t now);
// The nearest moment after `now`, or -1; the oldest one, or -1.
int64_t next_moment(const void* bytes, size_t n, int64_t now);
int64_t oldest_moment(const void* bytes, size_t n);

// What is longer ago than this, some 39 hours, is as long ago as this.
constexpr int64_t horizon = int64_t{1} << 47;

}  // namespace omc
