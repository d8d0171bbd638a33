#include "kernel/resource_limits.h"

#include <errno.h>
#include <sys/resource.h>

#include "platform/raw_syscall.h"
#include "world/world.h"

namespace omc {
namespace {

static_assert(sizeof(ResourceLimit) == sizeof(rlimit) + sizeof(uint64_t));

bool hits_checker(long resource) {
  switch (resource) {
    case RLIMIT_AS:
    case RLIMIT_DATA:
    case RLIMIT_STACK:
    case RLIMIT_NPROC:
    case RLIMIT_CPU:
    case RLIMIT_FSIZE:
    case RLIMIT_RSS:
    case RLIMIT_MEMLOCK:
    case RLIMIT_RTTIME:
    case RLIMIT_SIGPENDING:
      return true;
    default:
      return false;
  }
}

long read_limit(long resource, rlimit* out) {
  const ResourceLimit& kept = world().limits[resource];
  if (!kept.is_set) return pass_and_name({SYS_prlimit64, 0, resource, 0, as_long(out), 0, 0});
  *out = {kept.current, kept.most};
  return 0;
}

long write_limit(long resource, const rlimit& limit) {
  rlimit before{};
  long result = raw_syscall(SYS_prlimit64, 0, resource, 0, as_long(&before));
  if (is_error(result)) return result;
  if (world().limits[resource].is_set) before.rlim_max = world().limits[resource].most;
  if (limit.rlim_cur > limit.rlim_max) return -EINVAL;
  if (limit.rlim_max > before.rlim_max) return -EPERM;
  world().limits[resource] = {limit.rlim_cur, limit.rlim_max, 1};
  return 0;
}

}  // namespace

long set_limit(const Call& call) {
  bool is_old_form = call.number == SYS_setrlimit;
  long process = is_old_form ? 0 : call.a, resource = is_old_form ? call.a : call.b;
  auto* wanted = reinterpret_cast<const rlimit*>(is_old_form ? call.b : call.c);
  auto* old = reinterpret_cast<rlimit*>(is_old_form ? 0 : call.d);
  bool is_own = process == 0 || process == checker.program_id;
  if (!is_own || !hits_checker(resource)) return pass_and_name(call);
  rlimit limit{};
  if (wanted) limit = *wanted;
  long result = old ? read_limit(resource, old) : 0;
  return result || !wanted ? result : write_limit(resource, limit);
}

long tell_limit(const Call& call) {
  return hits_checker(call.a) ? read_limit(call.a, reinterpret_cast<rlimit*>(call.b))
                              : pass_and_name(call);
}

Digest digest_limits() {
  constexpr uint64_t seed = 0x6c696d6974;
  Digest sum;
  for (unsigned i = 0; i < max_limits; i++)
    if (world().limits[i].is_set)
      sum += digest_of(&world().limits[i], sizeof(ResourceLimit), seed + i);
  return sum;
}

}  // namespace omc
