// The formats of a report, one row each. A new format is a function of the Report, and a row.
#pragma once

#include <string>

#include "llvm/ADT/ArrayRef.h"
#include "report.h"

namespace omc::driver {

struct Format {
  const char* name;  // for --format
  const char* file;  // in the folder of the run
  std::string (*render)(const Report& report);
  bool always;  // written without --format, too
};

llvm::ArrayRef<Format> formats();
// "text,json"
std::string format_names();

}  // namespace omc::driver
