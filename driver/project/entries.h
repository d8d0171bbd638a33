// Instruments the entries of a compilation database, several at once.
#pragma once

#include <string>
#include <vector>

#include "compile/instrumenter.h"
#include "launch/installation.h"
#include "launch/progress.h"
#include "project/database.h"
#include "project/manifest.h"

namespace omc::driver {

struct EntryResult {
  source::InstrumentResult result;
  std::string failure;                      // empty on success
  const ManifestSource* current = nullptr;  // set beforehand: an earlier result is up to date
};

// Instruments each entry whose result is not up to date. A source that makes clang crash fails
// alone.
void instrument_entries(const std::vector<DatabaseEntry>& entries, unsigned jobs,
                        ProgressKind progress, const Installation& installation,
                        std::vector<EntryResult>& results);

}  // namespace omc::driver
