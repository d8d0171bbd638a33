// A statement that ran and is listed nowhere, as of what GCC has compiled, counts as one that ran.
#include "explain/coverage.h"

#include <map>

#include "debuginfo/statements.h"
#include "debuginfo/symbols.h"
#include "debuginfo/uninstrumented.h"

namespace omc::driver {
namespace {

using Statements = std::map<std::pair<unsigned, unsigned>, bool>;  // whether they ran

void add_listed(const Run& run, std::map<std::string, Statements>& files) {
  StatementList list;
  if (run.module_count) add_statements(at<char>(run, at<Module>(run, run.modules)->path), list);
  for (const std::string& file : loaded_files(run)) add_statements(file, list);
  for (const auto& [file, places] : list)
    for (const auto& place : places) files[near_path(file)].emplace(place, false);
}

void add_run(const Run& run, std::map<std::string, Statements>& files) {
  const auto* table = at<omc::CoveredStatement>(run, run.coverage);
  for (uint64_t i = 0; run.coverage && i < run.coverage_capacity; i++)
    if (table[i].key && table[i].file)
      files[near_path(at<char>(run, table[i].file))][{table[i].line, table[i].column}] = true;
}

}  // namespace

std::vector<CoveredFile> describe_coverage(const Run& run) {
  std::map<std::string, Statements> files;
  add_listed(run, files);
  add_run(run, files);
  std::vector<CoveredFile> out;
  for (const auto& [file, statements] : files) {
    CoveredFile& covered = out.emplace_back();
    covered.file = file;
    for (const auto& [place, ran] : statements)
      covered.statements.push_back({place.first, place.second, ran});
  }
  return out;
}

}  // namespace omc::driver
