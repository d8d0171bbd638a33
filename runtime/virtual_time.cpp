#include "virtual_time.h"

#include "world.h"

namespace omc {
namespace {

constexpr int64_t second = 1'000'000'000;
constexpr int64_t epoch = 1'767'225'600;  // 2026-01-01, any moment would do

}  // namespace

void tell_time(timespec* out) {
  out->tv_sec = epoch + world().now_ns / second;
  out->tv_nsec = world().now_ns % second;
}

void pass_time(const timespec* duration) {
  // An absolute time is a moment to wait for.
  int64_t ns = duration->tv_sec * second + duration->tv_nsec;
  if (duration->tv_sec >= epoch) ns -= epoch * second + world().now_ns;
  if (ns > 0) world().now_ns += ns;
}

}  // namespace omc
