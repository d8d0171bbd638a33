// The bound of --min-coverage.
#pragma once

#include "report.h"
#include "verbs/check_arguments.h"

namespace omc::driver {

// Whether the runs of the report cover as much as the user asks for; says so if they do not.
bool covers_enough(const CheckArguments& arguments, const Report& report);

}  // namespace omc::driver
