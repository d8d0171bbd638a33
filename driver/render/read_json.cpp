// Reads a run.json back into the Report that it was rendered from, so that a finished run can be
// rendered again. A field that an older omc did not write keeps its default; a field of the wrong
// type is an error that names it.
#include <map>

#include "llvm/Support/JSON.h"

#include "render/render.h"
#include "user_error.h"

namespace omc::driver {
namespace {

using llvm::json::ObjectMapper;
using llvm::json::Path;
using llvm::json::Value;

using Pairs = std::vector<std::pair<std::string, std::string>>;

bool read_pairs(ObjectMapper& from, llvm::StringLiteral key, Pairs& pairs) {
  std::map<std::string, std::string> map;
  if (!from.mapOptional(key, map)) return false;
  pairs.assign(map.begin(), map.end());
  return true;
}

template <typename Number>
bool read_number(ObjectMapper& from, llvm::StringLiteral key, Number& out) {
  auto n = static_cast<int64_t>(out);
  if (!from.mapOptional(key, n)) return false;
  out = static_cast<Number>(n);
  return true;
}

bool read_thread_number(ObjectMapper& from, llvm::StringLiteral key, std::optional<unsigned>& out) {
  int64_t n = -1;
  if (!from.mapOptional(key, n)) return false;
  if (n >= 0) out = static_cast<unsigned>(n);
  return true;
}

bool read_thread_numbers(ObjectMapper& from, llvm::StringLiteral key, std::vector<unsigned>& out) {
  std::vector<int64_t> numbers;
  if (!from.mapOptional(key, numbers)) return false;
  for (int64_t n : numbers) out.push_back(static_cast<unsigned>(n));
  return true;
}

bool read_verdict(ObjectMapper& from, Verdict& verdict, Path path) {
  std::string word;
  if (!from.map("verdict", word)) return false;
  for (unsigned i = 0; i < std::size(verdict_words); i++)
    if (word == verdict_words[i]) return verdict = static_cast<Verdict>(i), true;
  path.field("verdict").report("expected a verdict");
  return false;
}

}  // namespace

// llvm::json finds these by their name and their argument's namespace.
// NOLINTBEGIN(readability-identifier-naming)

static bool fromJSON(const Value& value, Place& place, Path path) {
  if (value.getAsNull()) return true;
  ObjectMapper from(value, path);
  return from && from.mapOptional("file", place.file) && read_number(from, "line", place.line) &&
         read_number(from, "column", place.column) && from.mapOptional("function", place.function);
}

static bool fromJSON(const Value& value, Step& step, Path path) {
  ObjectMapper from(value, path);
  std::string effect;
  if (!from || !read_number(from, "n", step.n) || !read_number(from, "thread", step.thread) ||
      !from.mapOptional("site", step.place) || !from.mapOptional("text", step.text) ||
      !from.mapOptional("effect", effect) || !from.mapOptional("effects", step.effects) ||
      !read_pairs(from, "values", step.values))
    return false;
  if (step.effects.empty() && !effect.empty()) step.effects.push_back(effect);
  return true;
}

static bool fromJSON(const Value& value, Standing& standing, Path path) {
  auto word = value.getAsString();
  for (Standing each : {Standing::ready, Standing::blocked, Standing::ended})
    if (word && *word == standing_word(each)) return standing = each, true;
  path.report("expected ready, blocked or ended");
  return false;
}

static bool fromJSON(const Value& value, ThreadState& thread, Path path) {
  ObjectMapper from(value, path);
  return from && read_number(from, "id", thread.id) && from.mapOptional("name", thread.name) &&
         from.mapOptional("status", thread.standing) && from.mapOptional("site", thread.place) &&
         from.mapOptional("waits_for", thread.waits_for) &&
         read_thread_number(from, "held_by", thread.held_by) &&
         from.mapOptional("held_since", thread.held_since) &&
         from.mapOptional("holder_ended", thread.holder_ended) &&
         read_thread_numbers(from, "waits_on", thread.waits_on) &&
         from.mapOptional("why", thread.why) && from.mapOptional("holds", thread.holds) &&
         from.mapOptional("text", thread.text);
}

static bool fromJSON(const Value& value, HeapBlock& block, Path path) {
  ObjectMapper from(value, path);
  return from && from.mapOptional("size", block.size) && from.mapOptional("offset", block.offset) &&
         read_thread_number(from, "allocated_by", block.allocated_by) &&
         from.mapOptional("allocated", block.allocated) &&
         from.mapOptional("allocated_text", block.allocated_text) &&
         read_thread_number(from, "freed_by", block.freed_by) &&
         from.mapOptional("freed", block.freed) && from.mapOptional("freed_text", block.freed_text);
}

static bool fromJSON(const Value& value, Difference& difference, Path path) {
  ObjectMapper from(value, path);
  return from && from.map("variable", difference.variable) &&
         from.mapOptional("first", difference.first) &&
         from.mapOptional("second", difference.second);
}

static bool fromJSON(const Value& value, TurningPoint& point, Path path) {
  using Found = TurningPoint::Found;
  ObjectMapper from(value, path);
  std::string found;
  if (!from || !from.map("found", found) || !read_number(from, "step", point.step) ||
      !from.mapOptional("instead", point.instead) ||
      !from.mapOptional("passing_schedule", point.passing_schedule))
    return false;
  point.found = found == "step"                   ? Found::at_step
                : found == "every schedule fails" ? Found::every_schedule_fails
                                                  : Found::unknown;
  return true;
}

static bool fromJSON(const Value& value, Bug& bug, Path path) {
  ObjectMapper from(value, path);
  return from && from.map("kind", bug.kind) && from.map("message", bug.message) &&
         from.mapOptional("site", bug.place) && from.mapOptional("sites", bug.places) &&
         read_number(from, "thread", bug.thread) && from.mapOptional("count", bug.count) &&
         from.map("schedule", bug.schedule) && from.mapOptional("steps", bug.steps) &&
         from.mapOptional("threads", bug.threads) && from.mapOptional("stack", bug.stack) &&
         from.mapOptional("accesses", bug.accesses) && from.mapOptional("weak_memory", bug.weak) &&
         from.mapOptional("variable", bug.variable) && from.mapOptional("block", bug.block) &&
         read_thread_numbers(from, "circle", bug.cycle) && from.mapOptional("loop", bug.loop) &&
         from.mapOptional("show", bug.selector) && from.mapOptional("on_the_way", bug.on_the_way) &&
         from.mapOptional("stdout", bug.out) && from.mapOptional("stderr", bug.err) &&
         from.mapOptional("turning_point", bug.turning_point) &&
         from.mapOptional("hint", bug.hint) && from.mapOptional("declaration", bug.declaration) &&
         from.mapOptional("other_schedule", bug.other_schedule) &&
         from.mapOptional("other_steps", bug.other_steps) &&
         from.mapOptional("differences", bug.differences);
}

static bool fromJSON(const Value& value, Outcome& outcome, Path path) {
  ObjectMapper from(value, path);
  return from && from.mapOptional("stdout", outcome.out) &&
         from.mapOptional("stderr", outcome.err) && read_number(from, "exit", outcome.exit) &&
         read_number(from, "signal", outcome.signal) && from.mapOptional("count", outcome.count) &&
         from.mapOptional("schedule", outcome.schedule);
}

static bool fromJSON(const Value& value, SuppressionUse& use, Path path) {
  ObjectMapper from(value, path);
  return from && from.map("text", use.text) && from.mapOptional("place", use.place) &&
         from.mapOptional("bugs", use.bugs);
}

static bool fromJSON(const Value& value, CoveredStatement& statement, Path path) {
  const llvm::json::Array* numbers = value.getAsArray();
  if (!numbers || numbers->size() != 3) return path.report("expected three numbers"), false;
  int64_t n[3] = {};
  for (unsigned i = 0; i < 3; i++)
    if (auto number = (*numbers)[i].getAsInteger()) n[i] = *number;
  statement = {static_cast<unsigned>(n[0]), static_cast<unsigned>(n[1]), n[2] != 0};
  return true;
}

static bool fromJSON(const Value& value, CoveredFile& file, Path path) {
  ObjectMapper from(value, path);
  return from && from.map("file", file.file) && from.map("statements", file.statements);
}

static bool fromJSON(const Value& value, RunStats& stats, Path path) {
  ObjectMapper from(value, path);
  return from && from.mapOptional("executions", stats.executions) &&
         from.mapOptional("states", stats.states) && from.mapOptional("steps", stats.steps) &&
         from.mapOptional("hooks", stats.hooks) && from.mapOptional("pruned", stats.pruned) &&
         from.mapOptional("threads", stats.threads) &&
         from.mapOptional("max_depth", stats.max_depth) && from.mapOptional("forks", stats.forks) &&
         from.mapOptional("max_processes", stats.max_processes) &&
         from.mapOptional("seconds", stats.seconds) &&
         from.mapOptional("peak_rss_kb", stats.peak_rss_kb);
}

static bool fromJSON(const Value& value, Report& report, Path path) {
  ObjectMapper from(value, path);
  std::string replay;
  if (!from || !read_verdict(from, report.verdict, path) || !from.map("program", report.program) ||
      !from.map("complete", report.complete) || !from.map("bugs", report.bugs) ||
      !from.mapOptional("args", report.arguments) || !from.mapOptional("replay", replay) ||
      !from.mapOptional("replay_options", report.replay_options) ||
      !from.mapOptional("binary", report.binary) || !from.mapOptional("argv0", report.argv0) ||
      !from.mapOptional("directory", report.directory) || !from.mapOptional("root", report.root) ||
      !from.mapOptional("build", report.build) ||
      !from.mapOptional("tried_first", report.tried_first) ||
      !from.mapOptional("bound", report.bound) || !from.mapOptional("reason", report.reason) ||
      !from.map("complete_within", report.complete_within) ||
      !read_pairs(from, "options", report.options) || !from.mapOptional("stats", report.stats) ||
      !from.mapOptional("outcome_count", report.outcome_count) ||
      !from.mapOptional("outcomes", report.outcomes) ||
      !from.mapOptional("not_modelled", report.not_modelled) ||
      !from.mapOptional("not_done", report.not_done) ||
      !from.mapOptional("not_checked", report.not_checked) ||
      !from.mapOptional("orders", report.orders) ||
      !from.mapOptional("not_instrumented", report.not_instrumented) ||
      !from.mapOptional("suppressions", report.suppressions) ||
      !from.mapOptional("coverage", report.coverage) ||
      !from.mapOptional("unconfirmed", report.unconfirmed) ||
      !from.mapOptional("framework", report.framework) ||
      !from.mapOptional("test_case", report.test_case) ||
      !from.mapOptional("skipped", report.skipped) || !from.mapOptional("cases", report.cases))
    return false;
  report.counts_coverage = value.getAsObject()->get("coverage");
  bool has_options = llvm::StringRef(replay).starts_with(report.replay_options);
  report.replay_target = has_options ? replay.substr(report.replay_options.size()) : replay;
  return true;
}

// NOLINTEND(readability-identifier-naming)

llvm::Expected<Report> read_json(llvm::StringRef text, const std::string& name) {
  auto value = llvm::json::parse(text);
  if (!value) return user_error(name + " is not JSON: " + llvm::toString(value.takeError()));
  const llvm::json::Object* root = value->getAsObject();
  auto schema = root ? root->getInteger("schema") : std::nullopt;
  if (!schema || !root->get("verdict")) return user_error(name + " is not a run.json of omc");
  if (*schema != 1)
    return user_error(
        name + " has a schema that this omc does not know: " + std::to_string(*schema),
        "use the omc that wrote it");
  Report report;
  Path::Root path("run");
  if (fromJSON(*value, report, path)) return report;
  return user_error(name + " is not a whole run.json: " + llvm::toString(path.getError()));
}

}  // namespace omc::driver
