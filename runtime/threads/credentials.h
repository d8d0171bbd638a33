// User and group ids. In the C library they belong to the process: setuid interrupts every kernel
// thread by a signal. Here there is one kernel thread, and its ids could not be restored. So a
// change lies in the world, where it can be read back. What the kernel would allow or forbid after
// it is not modelled: then the run is INCOMPLETE.
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace omc {

// For each: the result as the system call would give it.
long set_user(uid_t id);
long set_users(uid_t real, uid_t effective);
long set_all_users(uid_t real, uid_t effective, uid_t saved);
long set_file_user(uid_t id);
long set_group(gid_t id);
long set_groups(gid_t real, gid_t effective);
long set_all_groups(gid_t real, gid_t effective, gid_t saved);
long set_file_group(gid_t id);
long set_more_groups(size_t count, const gid_t* groups);

long read_user();
long read_effective_user();
long read_all_users(uid_t* real, uid_t* effective, uid_t* saved);
long read_group();
long read_effective_group();
long read_all_groups(gid_t* real, gid_t* effective, gid_t* saved);
long read_more_groups(int room, gid_t* out);

// In a child process, which runs without the checker.
void give_credentials_to_kernel();

}  // namespace omc
