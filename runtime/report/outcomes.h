// Outcomes: what the program printed and its exit status. Each distinct one has a schedule.
#pragma once

namespace omc {

void record_outcome();

}  // namespace omc
