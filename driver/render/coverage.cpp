#include "render/coverage.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "render/render.h"
#include "render/results.h"

namespace omc::driver {
namespace {

constexpr size_t most_ranges = 6;  // of lines that the summary names

// "31, 35-37"
struct LineRange {
  std::string file;
  unsigned first, last;
};

// The lines of which no statement ran, neighbours together. Neighbours are lines between which no
// statement begins.
std::vector<LineRange> lines_that_never_ran(const CoveredFile& file) {
  std::map<unsigned, bool> lines;
  for (const CoveredStatement& statement : file.statements) lines[statement.line] |= statement.ran;
  std::vector<LineRange> ranges;
  bool goes_on = false;
  for (const auto& [line, ran] : lines) {
    if (!ran && goes_on)
      ranges.back().last = line;
    else if (!ran)
      ranges.push_back({file.file, line, line});
    goes_on = !ran;
  }
  return ranges;
}

std::string range_text(const LineRange& range) {
  return range.first == range.last ? std::to_string(range.first)
                                   : fmt::format("{}-{}", range.first, range.last);
}

// "queue.cpp:31, 35-37; log.cpp:12"
std::string ranges_text(const std::vector<LineRange>& ranges, size_t most) {
  std::string out, file;
  for (size_t i = 0; i < ranges.size() && i < most; i++) {
    const LineRange& range = ranges[i];
    if (range.file == file)
      out += ", " + range_text(range);
    else
      out += fmt::format("{}{}:{}", i ? "; " : "", range.file.substr(range.file.rfind('/') + 1),
                         range_text(range));
    file = range.file;
  }
  return ranges.size() > most ? fmt::format("{} and {} more", out, ranges.size() - most) : out;
}

std::string count_text(const CoverageCount& count) {
  return fmt::format("{} of {} statements ran in some schedule ({} %)", with_commas(count.ran),
                     with_commas(count.all), count.percent());
}

}  // namespace

bool counts_coverage(const Report& report) {
  std::vector<const Report*> runs = all_runs(report);
  return std::any_of(runs.begin(), runs.end(),
                     [](const Report* run) { return run->counts_coverage; });
}

void merge_coverage(std::vector<CoveredFile>& into, const std::vector<CoveredFile>& more) {
  std::map<std::string, std::map<std::pair<unsigned, unsigned>, bool>> files;
  for (const auto* list : {&std::as_const(into), &more})
    for (const CoveredFile& file : *list)
      for (const CoveredStatement& s : file.statements)
        files[file.file][{s.line, s.column}] |= s.ran;
  into.clear();
  for (const auto& [file, statements] : files) {
    into.push_back({file, {}});
    for (const auto& [place, ran] : statements)
      into.back().statements.push_back({place.first, place.second, ran});
  }
}

std::vector<CoveredFile> merged_coverage(const Report& report) {
  std::vector<CoveredFile> out;
  for (const Report* run : all_runs(report)) merge_coverage(out, run->coverage);
  return out;
}

CoverageCount count_coverage(const std::vector<CoveredFile>& files) {
  CoverageCount count;
  for (const CoveredFile& file : files)
    for (const CoveredStatement& statement : file.statements) {
      count.all++;
      count.ran += statement.ran;
    }
  return count;
}

std::string render_coverage(const Report& report, bool verbose) {
  if (!counts_coverage(report)) return {};
  std::vector<CoveredFile> files = merged_coverage(report);
  std::string out = "omc: coverage: " + count_text(count_coverage(files));
  std::vector<LineRange> never;
  for (const CoveredFile& file : files)
    for (LineRange& range : lines_that_never_ran(file)) never.push_back(std::move(range));
  if (!verbose && !never.empty()) out += "; never: " + ranges_text(never, most_ranges);
  out += "\n";
  for (const CoveredFile& file : files) {
    if (!verbose) break;
    std::vector<LineRange> ranges = lines_that_never_ran(file);
    out += fmt::format("  {}: {}{}\n", file.file, count_text(count_coverage({file})),
                       ranges.empty() ? "" : "; never: " + ranges_text(ranges, SIZE_MAX));
  }
  return out;
}

std::string render_lcov(const Report& report) {
  std::string out;
  std::string root = report.directory;
  for (const Report* run : all_runs(report))
    if (root.empty()) root = run->directory;
  for (const CoveredFile& file : merged_coverage(report)) {
    std::map<unsigned, bool> lines;
    for (const CoveredStatement& s : file.statements) lines[s.line] |= s.ran;
    bool is_absolute = file.file.starts_with("/");
    out += fmt::format("TN:\nSF:{}\n", is_absolute ? file.file : root + "/" + file.file);
    size_t hit = 0;
    for (const auto& [line, ran] : lines) {
      out += fmt::format("DA:{},{}\n", line, ran ? 1 : 0);
      hit += ran;
    }
    out += fmt::format("LF:{}\nLH:{}\nend_of_record\n", lines.size(), hit);
  }
  return out;
}

}  // namespace omc::driver
