// Outcomes: what the program printed and its exit status. Each distinct one has a schedule.
#pragma once

namespace omc {

void record_outcome();

// The program has ended: a status that is not the expected one is a bug. The search goes on until
// it knows whether the schedule is to blame.
void check_exit_status();

}  // namespace omc
