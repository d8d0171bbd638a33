#include "snapshot/timestamps.h"

#include <bit>
#include <cstring>

#include "platform/address_space.h"

namespace omc {

namespace {

// Timestamps are recognised up to this many seconds after the initial time.
constexpr uint64_t window = uint64_t{1} << 19;
constexpr uint64_t second = 1'000'000'000;
constexpr auto first = static_cast<uint64_t>(clock_epoch);

constexpr bool in_unit(uint64_t word, uint64_t per_second) {
  return word - first * per_second < window * per_second;
}

constexpr bool is_double(uint64_t word) {
  constexpr auto low = std::bit_cast<uint64_t>(static_cast<double>(first));
  constexpr auto high = std::bit_cast<uint64_t>(static_cast<double>(first + window));
  return word - low < high - low;
}

constexpr bool is_timestamp(uint64_t word) {
  return word >= first && (in_unit(word, 1) || in_unit(word, 1000) || in_unit(word, 1'000'000) ||
                           in_unit(word, second) || is_double(word));
}

// A timestamp in nanoseconds of the virtual clock. `next` is the following word, which belongs to
// the timestamp when both are a timespec.
struct Reading {
  int64_t timestamp;
  bool with_next;
};
Reading read_timestamp(uint64_t word, uint64_t next) {
  auto since = [](uint64_t in_ns) { return static_cast<int64_t>(in_ns - first * second); };
  if (in_unit(word, second)) return {since(word), false};
  if (in_unit(word, 1'000'000)) return {since(word * 1000), false};
  if (in_unit(word, 1000)) return {since(word * 1'000'000), false};
  if (is_double(word)) {
    double value = std::bit_cast<double>(word) - static_cast<double>(first);
    return {static_cast<int64_t>(value * 1e9), false};
  }
  bool pair = next < second;
  return {since(word * second + (pair ? next : 0)), pair};
}

}  // namespace

bool has_timestamps(const void* bytes, size_t n) {
  auto* words = static_cast<const uint64_t*>(bytes);
  for (size_t i = 0; i < n / 8; i++)
    if (is_timestamp(words[i])) return true;
  return false;
}

Digest shifted_digest(const void* bytes, size_t n, uint64_t seed, int64_t now) {
  constexpr size_t chunk = page_size;
  uint64_t copy[chunk / 8];
  auto* from = static_cast<const char*>(bytes);
  Digest sum;
  for (size_t begin = 0; begin < n; begin += chunk) {
    size_t length = n - begin < chunk ? n - begin : chunk, count = length / 8;
    memcpy(copy, from + begin, length);
    for (size_t i = 0; i < count; i++) {
      if (!is_timestamp(copy[i])) continue;
      uint64_t next = i + 1 < count ? copy[i + 1] : second;
      Reading reading = read_timestamp(copy[i], next);
      int64_t distance = reading.timestamp - now;
      copy[i] = static_cast<uint64_t>(distance < -horizon ? -horizon : distance);
      if (reading.with_next) copy[++i] = 0;
    }
    sum += digest_of(copy, length, seed + begin * 0x9e3779b97f4a7c15u + 1);
  }
  return sum;
}

int64_t next_timestamp(const void* bytes, size_t n, int64_t now) {
  auto* words = static_cast<const uint64_t*>(bytes);
  int64_t nearest = -1;
  for (size_t i = 0; i < n / 8; i++) {
    if (!is_timestamp(words[i])) continue;
    int64_t timestamp = read_timestamp(words[i], i + 1 < n / 8 ? words[i + 1] : second).timestamp;
    if (timestamp > now && (nearest < 0 || timestamp < nearest)) nearest = timestamp;
  }
  return nearest;
}

int64_t oldest_timestamp(const void* bytes, size_t n) {
  auto* words = static_cast<const uint64_t*>(bytes);
  int64_t oldest = -1;
  for (size_t i = 0; i < n / 8; i++) {
    if (!is_timestamp(words[i])) continue;
    int64_t timestamp = read_timestamp(words[i], i + 1 < n / 8 ? words[i + 1] : second).timestamp;
    if (oldest < 0 || timestamp < oldest) oldest = timestamp;
  }
  return oldest;
}

}  // namespace omc
