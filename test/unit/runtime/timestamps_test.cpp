// Moments of the virtual clock in memory: what is taken for one, and that a shift in time changes
// no digest.
// COVERS: snapshot/timestamps

#include "snapshot/timestamps.h"

#include <catch2/catch.hpp>

#include <bit>
#include <vector>

using namespace omc;

namespace {

constexpr int64_t second = 1'000'000'000;

using Words = std::vector<uint64_t>;

bool has_moment(Words words) { return has_timestamps(words.data(), words.size() * 8); }
Digest seen_at(int64_t now, Words words) {
  return shifted_digest(words.data(), words.size() * 8, 1, now);
}
uint64_t as_double(double value) { return std::bit_cast<uint64_t>(value); }
// A moment some seconds after the clock began, in units of which a second has so many.
uint64_t moment(int64_t seconds, int64_t per_second = 1) {
  return static_cast<uint64_t>((clock_epoch + seconds) * per_second);
}

}  // namespace

TEST_CASE("moments are recognised in every unit") {
  for (int64_t per_second : {1l, 1000l, 1'000'000l, second})
    CHECK(has_moment({0, moment(5, per_second)}));
  CHECK(has_moment({as_double(static_cast<double>(clock_epoch) + 2.5)}));
}

TEST_CASE("other numbers are no moments") {
  for (uint64_t word : {uint64_t{0}, uint64_t{1}, ~uint64_t{0}, uint64_t{0x7f0000001000}})
    CHECK_FALSE(has_moment({word}));
  CHECK_FALSE(has_moment({moment(-1)}));
  CHECK_FALSE(has_moment({moment(int64_t{1} << 20)}));
  CHECK_FALSE(has_moment({as_double(1.5)}));
}

TEST_CASE("states that differ by a shift in time have one digest") {
  for (int64_t per_second : {1l, 1000l, 1'000'000l, second})
    CHECK(seen_at(3 * second, {7, moment(5, per_second)}) ==
          seen_at(13 * second, {7, moment(15, per_second)}));
  CHECK(seen_at(0, {moment(1), 500}) == seen_at(2 * second, {moment(3), 500}));
}

TEST_CASE("another distance from now is another digest") {
  CHECK_FALSE(seen_at(3 * second, {moment(5)}) == seen_at(3 * second, {moment(6)}));
  CHECK_FALSE(seen_at(3 * second, {7, moment(5)}) == seen_at(3 * second, {8, moment(5)}));
}

TEST_CASE("the nanoseconds of a timespec belong to its seconds") {
  CHECK(seen_at(second / 2, {moment(0), 500'000'000}) == seen_at(second, {moment(1), 0}));
  CHECK(next_timestamp(Words{moment(1), 250}.data(), 16, 0) == second + 250);
}

TEST_CASE("what is long ago is equally long ago") {
  constexpr int64_t now = 200'000 * second;
  static_assert(now > horizon);
  CHECK(seen_at(now, {moment(1)}) == seen_at(now, {moment(2)}));
}

TEST_CASE("the next moment and the oldest one") {
  Words words = {moment(9), 2 * second, moment(4), 2 * second, moment(6), 2 * second, 17};
  CHECK(next_timestamp(words.data(), words.size() * 8, 5 * second) == 6 * second);
  CHECK(next_timestamp(words.data(), words.size() * 8, 9 * second) == -1);
  CHECK(oldest_timestamp(words.data(), words.size() * 8) == 4 * second);
  CHECK(oldest_timestamp(words.data() + 6, 8) == -1);
}
