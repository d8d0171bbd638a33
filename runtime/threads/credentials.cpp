#include "threads/credentials.h"

#include <errno.h>

#include <cstring>

#include "platform/raw_syscall.h"
#include "world/current.h"
#include "world/finding.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr uint32_t unchanged = ~uint32_t{0};

Identity read_identity(long call) {
  Identity id{};
  raw_syscall(call, as_long(&id.real), as_long(&id.effective), as_long(&id.saved));
  id.files = id.effective;
  return id;
}

Credentials read_credentials() {
  if (inside() && world().credentials.is_set) return world().credentials;
  Credentials now{};
  now.user = read_identity(SYS_getresuid);
  now.group = read_identity(SYS_getresgid);
  long n = raw_syscall(SYS_getgroups, max_groups, as_long(now.groups));
  now.group_count = is_error(n) ? 0 : static_cast<uint64_t>(n);
  return now;
}

bool is_same(const Credentials& a, const Credentials& b) {
  return a.user == b.user && a.group == b.group && a.group_count == b.group_count &&
         !memcmp(a.groups, b.groups, a.group_count * sizeof *a.groups);
}

void keep(const Credentials& changed, const char* call) {
  if (is_same(changed, read_credentials())) return;
  note_gap(call);
  world().credentials = changed;
  world().credentials.is_set = 1;
}

bool is_privileged(const Credentials& now) { return now.user.effective == 0; }
bool is_own(const Identity& id, uint32_t wanted) {
  return wanted == id.real || wanted == id.effective || wanted == id.saved;
}

using Kind = Identity Credentials::*;

long set_one(Kind kind, uint32_t wanted, const char* call) {
  Credentials now = read_credentials();
  Identity& id = now.*kind;
  if (wanted == unchanged) return -EINVAL;
  if (is_privileged(now))
    id = {wanted, wanted, wanted, wanted};
  else if (wanted == id.real || wanted == id.saved)
    id.effective = id.files = wanted;
  else
    return -EPERM;
  return keep(now, call), 0;
}

long set_all(Kind kind, const uint32_t (&wanted)[3], const char* call) {
  Credentials now = read_credentials();
  Identity& id = now.*kind;
  for (uint32_t each : wanted)
    if (each != unchanged && !is_privileged(now) && !is_own(id, each)) return -EPERM;
  if (wanted[0] != unchanged) id.real = wanted[0];
  if (wanted[1] != unchanged) id.effective = wanted[1];
  if (wanted[2] != unchanged) id.saved = wanted[2];
  id.files = id.effective;
  return keep(now, call), 0;
}

long set_two(Kind kind, uint32_t real, uint32_t effective, const char* call) {
  Credentials now = read_credentials();
  const Identity& id = now.*kind;
  bool takes_saved = real == id.saved && real != id.real && real != id.effective;
  if (real != unchanged && takes_saved && !is_privileged(now)) return -EPERM;
  bool saves = real != unchanged || (effective != unchanged && effective != id.real);
  uint32_t becomes = effective == unchanged ? id.effective : effective;
  return set_all(kind, {real, effective, saves ? becomes : unchanged}, call);
}

long set_for_files(Kind kind, uint32_t wanted, const char* call) {
  Credentials now = read_credentials();
  Identity& id = now.*kind;
  uint32_t before = id.files;
  if (wanted != unchanged && (is_privileged(now) || is_own(id, wanted))) id.files = wanted;
  keep(now, call);
  return before;
}

long read_identity(const Identity& id, uint32_t* real, uint32_t* effective, uint32_t* saved) {
  if (!real || !effective || !saved) return -EFAULT;
  *real = id.real, *effective = id.effective, *saved = id.saved;
  return 0;
}

}  // namespace

long set_user(uid_t id) { return set_one(&Credentials::user, id, "setuid"); }
long set_group(gid_t id) { return set_one(&Credentials::group, id, "setgid"); }
long set_users(uid_t real, uid_t effective) {
  return set_two(&Credentials::user, real, effective, "setreuid");
}
long set_groups(gid_t real, gid_t effective) {
  return set_two(&Credentials::group, real, effective, "setregid");
}
long set_all_users(uid_t real, uid_t effective, uid_t saved) {
  return set_all(&Credentials::user, {real, effective, saved}, "setresuid");
}
long set_all_groups(gid_t real, gid_t effective, gid_t saved) {
  return set_all(&Credentials::group, {real, effective, saved}, "setresgid");
}
long set_file_user(uid_t id) { return set_for_files(&Credentials::user, id, "setfsuid"); }
long set_file_group(gid_t id) { return set_for_files(&Credentials::group, id, "setfsgid"); }

long set_more_groups(size_t count, const gid_t* groups) {
  Credentials now = read_credentials();
  if (!is_privileged(now)) return -EPERM;
  if (count > max_groups) return note_gap("setgroups"), -EINVAL;
  now.group_count = count;
  memset(now.groups, 0, sizeof now.groups);
  for (size_t i = 0; i < count; i++) now.groups[i] = groups[i];
  return keep(now, "setgroups"), 0;
}

long read_user() { return read_credentials().user.real; }
long read_effective_user() { return read_credentials().user.effective; }
long read_group() { return read_credentials().group.real; }
long read_effective_group() { return read_credentials().group.effective; }
long read_all_users(uid_t* real, uid_t* effective, uid_t* saved) {
  return read_identity(read_credentials().user, real, effective, saved);
}
long read_all_groups(gid_t* real, gid_t* effective, gid_t* saved) {
  return read_identity(read_credentials().group, real, effective, saved);
}

long read_more_groups(int room, gid_t* out) {
  Credentials now = read_credentials();
  if (room < 0 || (room && static_cast<size_t>(room) < now.group_count)) return -EINVAL;
  for (uint64_t i = 0; room && i < now.group_count; i++) out[i] = now.groups[i];
  return static_cast<long>(now.group_count);
}

void give_credentials_to_kernel() {
  const Credentials& now = world().credentials;
  if (!now.is_set) return;
  raw_syscall(SYS_setgroups, static_cast<long>(now.group_count), as_long(now.groups));
  raw_syscall(SYS_setresgid, now.group.real, now.group.effective, now.group.saved);
  raw_syscall(SYS_setresuid, now.user.real, now.user.effective, now.user.saved);
}

}  // namespace omc
