// Sources of time and chance that are no system calls: the vDSO and the time stamp counter. Here
// they lead to the virtual clock, so that a run does not depend on when it is made.
#pragma once

namespace omc {

// The functions of the vDSO become system calls, which are caught. In this process and its
// children.
void redirect_vdso();

// The instructions rdtsc and rdtscp fault from now on, or not any more.
void catch_timestamps();
void allow_timestamps();
// In the handler of the fault: true when it was such an instruction, which was then executed.
bool serve_timestamp(void* context);

}  // namespace omc
