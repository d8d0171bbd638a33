// What `omc check` writes: run.json and report.txt in the folder of runs, and JSON where the user
// asked for it.
#pragma once

#include "compile/prepare.h"
#include "llvm/Support/Error.h"
#include "report.h"
#include "verbs/check_arguments.h"

namespace omc::driver {

// The JSON that --json asks for.
llvm::Error write_json(const CheckArguments& arguments, const Report& report);

// The name, in the folder of a run, of a program that omc has compiled for it.
constexpr const char* kept_program = "program";

// Enters into the report what a later replay runs: the program, and the folder to run it in.
void name_program(const CheckArguments& arguments, const Prepared& prepared, Report& report);

// The run in its folder. A failure is a warning unless the user named the folder.
llvm::Error keep_run(const CheckArguments& arguments, const Report& report,
                     const Prepared& prepared);

}  // namespace omc::driver
