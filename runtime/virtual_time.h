// Time as the program sees it: it stands still but for sleeping, so that it is the same in every schedule.
#pragma once

#include <time.h>

namespace omc {

void tell_time(timespec* out);
// A sleep: nobody waits, time goes on.
void pass_time(const timespec* duration);

}  // namespace omc
