// Open addressing, entries are never removed. The key is the address of the file's name with line
// and column: several entries may name one statement, and the driver merges them.
#include "report/coverage.h"

#include "world/run_records.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr uint64_t most_statements = 1 << 17;  // a power of two; sparse memory

// What this process has entered last, to look up the table seldom.
constexpr unsigned cached = 1 << 12;
uint64_t entered_here[cached];

uint64_t key_of(const Place& place) {
  uint64_t key = reinterpret_cast<uint64_t>(place.file) * 0x9e3779b97f4a7c15u;
  key ^= (uint64_t{place.line} << 24 ^ place.column) * 0xff51afd7ed558ccdu;
  return (key ^ key >> 31) | 1;
}

void enter(uint64_t key, const Place& place) {
  Run& run = *checker.run;
  auto* table = at<CoveredStatement>(run, run.coverage);
  for (uint64_t i = 0; i < most_statements; i++) {
    CoveredStatement& entry = table[(key + i) % most_statements];
    uint64_t found = 0;
    if (entry.key.compare_exchange_strong(found, key)) {
      Site site = site_of(place);
      entry.line = site.line;
      entry.column = site.column;
      entry.file = site.file;
      return;
    }
    if (found == key) return;
  }
  run.coverage_is_full = 1;
}

}  // namespace

void open_coverage() {
  if (!checker.options.coverage || checker.is_replay || checker.run->seeks_right_ending) return;
  Run& run = *checker.run;
  run.coverage = pool_take(run, most_statements * sizeof(CoveredStatement));
  run.coverage_capacity = run.coverage ? most_statements : 0;
  if (!run.coverage) run.coverage_is_full = 1;
  checker.covers_statements = run.coverage;
}

void cover_statement(const Place& place) {
  uint64_t key = key_of(place);
  uint64_t& here = entered_here[key % cached];
  if (here == key) return;
  here = key;
  enter(key, place);
}

}  // namespace omc
