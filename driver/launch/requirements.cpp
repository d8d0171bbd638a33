// Each is tried, not derived from a version: containers forbid what their kernel could do.
#include "launch/requirements.h"

#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include <fmt/format.h>

#include "user_error.h"

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_OFF 0
#endif

namespace omc::driver {
namespace {

// Addresses that libomc reserves, for the heaps of threads and for maps of all memory; most of them
// are never used.
constexpr uint64_t address_space = uint64_t{64} << 40;

Requirement processes() {
  Requirement out{"/proc", !access("/proc/self/maps", R_OK), true, "is mounted", {}};
  if (out.is_met) return out;
  out.detail = "cannot read /proc/self/maps";
  out.remedy = "omc needs /proc mounted";
  return out;
}

Requirement system_calls() {
  bool works = !prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF, 0, 0, 0);
  Requirement out{"system calls", works, true, "syscall user dispatch works", {}};
  if (works) return out;
  out.detail = fmt::format("the kernel refuses syscall user dispatch: {}", strerror(errno));
  out.remedy =
      "use Linux 5.11 or later; in a container, allow prctl (docker run --security-opt "
      "seccomp=unconfined)";
  return out;
}

Requirement memory_file(uint64_t bytes) {
  signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files applies to a memfd too
  int descriptor = memfd_create("omc-doctor", MFD_CLOEXEC);
  bool works = descriptor >= 0 && !ftruncate(descriptor, static_cast<off_t>(bytes));
  int error = errno;
  if (descriptor >= 0) close(descriptor);
  Requirement out{"shared memory", works, true, "memfd_create works", {}};
  if (works) return out;
  out.detail = fmt::format("cannot allocate shared memory of {} bytes: {}", bytes, strerror(error));
  out.remedy = error == EFBIG ? "lift the limit on files with ulimit -f unlimited, or give less "
                                "with --memory"
                              : "give less with --memory";
  return out;
}

Requirement limit(int resource, const char* name, const char* flag, uint64_t least) {
  rlimit value = {};
  getrlimit(static_cast<__rlimit_resource>(resource), &value);
  bool is_met = value.rlim_cur == RLIM_INFINITY || value.rlim_cur >= least;
  Requirement out{name, is_met, true, "no limit that matters", {}};
  if (is_met) return out;
  out.detail = fmt::format("{} is limited to {} bytes", name, value.rlim_cur);
  out.remedy = fmt::format("lift the limit with ulimit {} unlimited", flag);
  return out;
}

Requirement fixed_addresses() {
  int before = personality(0xffffffff);
  bool works =
      before >= 0 && personality(static_cast<unsigned long>(before) | ADDR_NO_RANDOMIZE) >= 0;
  if (works) personality(static_cast<unsigned long>(before));
  Requirement out{"fixed addresses", works, false, "address randomisation can be switched off", {}};
  if (works) return out;
  out.detail = "personality() is not allowed here (a container's filter?)";
  out.remedy = "schedules may not replay";
  return out;
}

Requirement process_descriptors() {
  int descriptor = static_cast<int>(syscall(SYS_pidfd_open, getpid(), 0));
  int error = errno;
  if (descriptor >= 0) close(descriptor);
  return {"process descriptors",
          descriptor >= 0,
          false,
          descriptor >= 0 ? "pidfd_open works" : strerror(error),
          {}};
}

}  // namespace

std::vector<Requirement> requirements(uint64_t bytes) {
  return {processes(),
          system_calls(),
          memory_file(bytes),
          limit(RLIMIT_AS, "address space", "-v", address_space + bytes),
          limit(RLIMIT_DATA, "data", "-d", address_space),
          fixed_addresses(),
          process_descriptors()};
}

llvm::Error check_requirements(uint64_t bytes) {
  for (const Requirement& requirement : requirements(bytes))
    if (requirement.is_needed && !requirement.is_met)
      return user_error(requirement.detail, requirement.remedy);
  return llvm::Error::success();
}

}  // namespace omc::driver
