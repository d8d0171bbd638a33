// JUnit XML, as CI systems read it: a testcase for each program or test case. A bug is a failure,
// an incomplete search an error, a case that has nothing to check is skipped.
#include <fmt/format.h>

#include "render/render.h"
#include "render/results.h"

namespace omc::driver {
namespace {

// The verdict line without "omc: ".
std::string verdict_text(const Report& run) {
  std::string line = render_verdict(run);
  return llvm::StringRef(line).trim().drop_front(sizeof "omc: " - 1).str();
}

std::string failure_of(const Report& run, const Bug& bug) {
  return fmt::format("      <failure type=\"omc-{}\" message=\"{}\">{}</failure>\n",
                     xml_escaped(bug.kind), xml_escaped(bug.message),
                     xml_escaped(render_bug(run, bug, {})));
}

std::string body_of(const Report& run) {
  std::string out;
  for (const Bug& bug : run.bugs) out += failure_of(run, bug);
  std::string text = xml_escaped(verdict_text(run));
  if (run.verdict == Verdict::incomplete || run.verdict == Verdict::error)
    out +=
        fmt::format("      <error type=\"{}\" message=\"{}\"/>\n", verdict_word(run.verdict), text);
  if (run.verdict == Verdict::vacuous)
    out += fmt::format("      <skipped message=\"{}\"/>\n", text);
  return out + fmt::format("      <system-out>{}</system-out>\n", text);
}

std::string test_case(const Report& run, const std::string& suite) {
  std::string place;
  if (!run.bugs.empty() && !run.bugs[0].place.file.empty())
    place = fmt::format(" file=\"{}\" line=\"{}\"",
                        xml_escaped(path_below_root(run, run.bugs[0].place.file)),
                        run.bugs[0].place.line);
  return fmt::format(
      "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"{}>\n{}    </testcase>\n",
      xml_escaped(suite), xml_escaped(run_title(run)), run.stats.seconds, place, body_of(run));
}

}  // namespace

std::string render_junit(const Report& report) {
  unsigned failures = 0, errors = 0, skipped = 0;
  double seconds = 0;
  std::string cases, suite = report.framework.empty() ? "omc" : report.program;
  std::vector<const Report*> runs = all_runs(report);
  for (const Report* run : runs) {
    failures += run->verdict == Verdict::bug;
    errors += run->verdict == Verdict::incomplete || run->verdict == Verdict::error;
    skipped += run->verdict == Verdict::vacuous;
    seconds += run->stats.seconds;
    cases += test_case(*run, suite);
  }
  std::string counts =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"",
                  runs.size(), failures, errors, skipped, seconds);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n"
      "  <testsuite name=\"{1}\" {0}>\n{2}  </testsuite>\n</testsuites>\n",
      counts, xml_escaped(suite), cases);
}

}  // namespace omc::driver
