// Outcomes: what the program printed and how it ended, each distinct one with a schedule that leads
// to it.
#pragma once

namespace omc {

void record_outcome();

}  // namespace omc
