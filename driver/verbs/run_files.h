// What `omc check` writes: run.json, report.txt and other formats in the folder of the run, and
// JSON where the user asked for it.
#pragma once

#include <optional>

#include "compile/prepare.h"
#include "llvm/Support/Error.h"
#include "report.h"
#include "verbs/check_arguments.h"
#include "verbs/output_folder.h"

namespace omc::driver {

// The JSON that --json asks for.
llvm::Error write_json(const CheckArguments& arguments, const Report& report);

// The name, in the folder of a run, of a program that omc has compiled for it.
constexpr const char* kept_program = "program";

// The folder of this run below that of --output, with a number of its own. None with `-o -`.
struct RunFolder {
  std::optional<OutputFolder> runs, run;
  std::string path() const { return run ? run->path() : std::string(); }
};
llvm::Expected<RunFolder> make_run_folder(const std::string& output);

// Enters into the report what a later replay runs: the program, and the folder to run it in; and
// the root of the sources, which is the repository that the folder is in. `kept_in` is the folder
// of the run, or empty.
void name_program(const std::string& kept_in, const Prepared& prepared, Report& report);

// Writes the report in every format that is asked for, or that always is.
llvm::Error write_formats(const OutputFolder& folder, const std::vector<std::string>& asked,
                          const Report& report);

// The run in its folder. A failure, also to make the folder, is a warning unless the user named
// it.
llvm::Error keep_run(const CheckArguments& arguments, const Report& report,
                     const Prepared& prepared, llvm::Expected<RunFolder> folder);

}  // namespace omc::driver
