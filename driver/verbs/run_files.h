// What `omc check` writes: run.json and report.txt in the folder of runs, and JSON where the user
// asked for it.
#pragma once

#include "llvm/Support/Error.h"
#include "report.h"
#include "verbs/check_arguments.h"

namespace omc::driver {

// The JSON that --json asks for.
llvm::Error write_json(const CheckArguments& arguments, const Report& report);

// The run in its folder. A failure is a warning unless the user named the folder.
llvm::Error keep_run(const CheckArguments& arguments, const Report& report);

}  // namespace omc::driver
