#include "kernel/resource_limits.h"

#include <errno.h>
#include <sys/resource.h>

#include "platform/raw_syscall.h"
#include "world/world.h"

namespace omc {
namespace {

static_assert(sizeof(ResourceLimit) == sizeof(rlimit) + sizeof(uint64_t));

bool is_limit(long resource) { return resource >= 0 && resource < RLIMIT_NLIMITS; }
static_assert(RLIMIT_NLIMITS <= max_limits);

long read_kept(long resource, rlimit* out) {
  const ResourceLimit& kept = world().limits.of[resource];
  if (!kept.is_set) return pass_unnamed({SYS_prlimit64, 0, resource, 0, as_long(out), 0, 0});
  *out = {kept.current, kept.most};
  return 0;
}

long write_kept(long resource, const rlimit& limit) {
  rlimit before{};
  long result = raw_syscall(SYS_prlimit64, 0, resource, 0, as_long(&before));
  if (is_error(result)) return result;
  if (world().limits.of[resource].is_set) before.rlim_max = world().limits.of[resource].most;
  if (limit.rlim_cur > limit.rlim_max) return -EINVAL;
  if (limit.rlim_max > before.rlim_max) return -EPERM;
  world().limits.of[resource] = {limit.rlim_cur, limit.rlim_max, 1};
  return 0;
}

}  // namespace

long read_limit(const Call& call) {
  return is_limit(call.a) ? read_kept(call.a, reinterpret_cast<rlimit*>(call.b)) : -EINVAL;
}

long set_limit(const Call& call) {
  if (!is_limit(call.a)) return -EINVAL;
  rlimit limit = *reinterpret_cast<const rlimit*>(call.b);
  return write_kept(call.a, limit);
}

long exchange_limit(const Call& call) {
  bool is_own = call.a == 0 || call.a == checker.program_id;
  if (!is_own) return pass_on(call);
  if (!is_limit(call.b)) return -EINVAL;
  auto* wanted = reinterpret_cast<const rlimit*>(call.c);
  auto* old = reinterpret_cast<rlimit*>(call.d);
  rlimit limit{};
  if (wanted) limit = *wanted;
  long result = old ? read_kept(call.b, old) : 0;
  return result || !wanted ? result : write_kept(call.b, limit);
}

uint64_t descriptor_limit() {
  const ResourceLimit& kept = world().limits.of[RLIMIT_NOFILE];
  return kept.is_set ? kept.current : UINT64_MAX;
}

void give_limits_to_kernel() {
  for (long i = 0; i < RLIMIT_NLIMITS; i++)
    if (world().limits.of[i].is_set) raw_syscall(SYS_setrlimit, i, as_long(&world().limits.of[i]));
}

}  // namespace omc
