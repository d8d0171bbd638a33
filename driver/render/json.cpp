// run.json, schema 1, which other tools read (docs/run-json.md). Names and nesting are part of the
// contract with users: fields are added, never renamed. read_json reads back what this writes.
#include "llvm/Support/JSON.h"

#include "render/render.h"
#include "version.h"

namespace omc::driver {
namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

// Program output may be anything; JSON must be UTF-8.
std::string utf8(const std::string& text) {
  return llvm::json::isUTF8(text) ? text : llvm::json::fixUTF8(text);
}

int64_t number(uint64_t n) { return static_cast<int64_t>(n); }

Value json_place(const Place& place) {
  if (place.file.empty() && place.function.empty()) return nullptr;
  return Object{{"file", utf8(place.file)},
                {"line", place.line},
                {"column", place.column},
                {"function", utf8(place.function)}};
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

Object json_pairs(const std::vector<std::pair<std::string, std::string>>& pairs) {
  Object out;
  for (const auto& [key, value] : pairs) out[utf8(key)] = utf8(value);
  return out;
}

// Of a very long schedule, the first and the last steps.
constexpr size_t steps_at_ends = 1000;

size_t steps_left_out(const std::vector<Step>& steps) {
  return steps.size() > 2 * steps_at_ends ? steps.size() - 2 * steps_at_ends : 0;
}

Array json_words(const std::vector<std::string>& words) {
  Array out;
  for (const std::string& word : words) out.push_back(utf8(word));
  return out;
}

Object json_step(const Step& step) {
  return Object{{"n", step.n},
                {"thread", step.thread},
                {"site", json_place(step.place)},
                {"text", utf8(step.text)},
                {"effect", utf8(joined(step.effects))},
                {"effects", json_words(step.effects)},
                {"values", json_pairs(step.values)}};
}

Array json_steps(const std::vector<Step>& steps) {
  Array out;
  for (size_t i = 0; i < steps.size(); i++) {
    if (i == steps_at_ends) i += steps_left_out(steps);
    out.push_back(json_step(steps[i]));
  }
  return out;
}

Object json_turning_point(const TurningPoint& point) {
  using Found = TurningPoint::Found;
  if (point.found == Found::unknown) return Object{{"found", "unknown"}};
  if (point.found == Found::every_schedule_fails) return Object{{"found", "every schedule fails"}};
  return Object{{"found", "step"},
                {"step", point.step},
                {"instead", json_step(point.instead)},
                {"passing_schedule", point.passing_schedule}};
}

Array json_threads(const std::vector<ThreadState>& threads) {
  Array out;
  for (const ThreadState& thread : threads) {
    Object entry{{"id", thread.id},
                 {"name", utf8(thread.name)},
                 {"status", standing_word(thread.standing)},
                 {"site", json_place(thread.place)}};
    if (!thread.waits_for.empty()) entry["waits_for"] = utf8(thread.waits_for);
    if (thread.held_by) entry["held_by"] = *thread.held_by;
    if (thread.held_since.line) entry["held_since"] = json_place(thread.held_since);
    if (thread.holder_ended) entry["holder_ended"] = true;
    if (!thread.waits_on.empty()) entry["waits_on"] = Array(thread.waits_on);
    if (!thread.why.empty()) entry["why"] = utf8(thread.why);
    if (!thread.text.empty()) entry["text"] = utf8(thread.text);
    entry["holds"] = json_words(thread.holds);
    out.push_back(std::move(entry));
  }
  return out;
}

Object json_block(const HeapBlock& block) {
  Object out{{"size", number(block.size)}, {"offset", block.offset}};
  if (block.allocated_by) {
    out["allocated_by"] = *block.allocated_by;
    out["allocated"] = json_place(block.allocated);
    out["allocated_text"] = utf8(block.allocated_text);
  }
  if (block.freed_by) {
    out["freed_by"] = *block.freed_by;
    out["freed"] = json_place(block.freed);
    out["freed_text"] = utf8(block.freed_text);
  }
  return out;
}

Object json_bug(const Bug& bug) {
  Array places;
  for (const Place& place : bug.places) places.push_back(json_place(place));
  Object out{{"kind", bug.kind},
             {"message", utf8(bug.message)},
             {"site", json_place(bug.place)},
             {"sites", std::move(places)},
             {"thread", bug.thread},
             {"count", number(bug.count)},
             {"schedule", bug.schedule},
             {"steps", json_steps(bug.steps)},
             {"threads", json_threads(bug.threads)}};
  if (!bug.stack.empty()) out["stack"] = json_words(bug.stack);
  if (!bug.accesses.empty()) out["accesses"] = json_words(bug.accesses);
  if (!bug.weak.empty()) out["weak_memory"] = json_words(bug.weak);
  if (!bug.variable.empty()) out["variable"] = utf8(bug.variable);
  if (!bug.declaration.empty()) out["declaration"] = utf8(bug.declaration);
  if (bug.block) out["block"] = json_block(*bug.block);
  if (!bug.cycle.empty()) out["circle"] = Array(bug.cycle);
  if (size_t n = steps_left_out(bug.steps)) out["steps_left_out"] = number(n);
  if (!bug.loop.empty()) out["loop"] = bug.loop;
  if (!bug.selector.empty()) out["show"] = bug.selector;
  if (!bug.on_the_way.empty()) out["on_the_way"] = json_words(bug.on_the_way);
  if (!bug.out.empty()) out["stdout"] = utf8(bug.out);
  if (!bug.err.empty()) out["stderr"] = utf8(bug.err);
  if (bug.turning_point.found != TurningPoint::Found::not_sought)
    out["turning_point"] = json_turning_point(bug.turning_point);
  if (!bug.hint.empty()) out["hint"] = utf8(bug.hint);
  if (bug.other_schedule.empty()) return out;
  Array differences;
  for (const Difference& difference : bug.differences)
    differences.push_back(Object{{"variable", utf8(difference.variable)},
                                 {"first", utf8(difference.first)},
                                 {"second", utf8(difference.second)}});
  out["other_schedule"] = bug.other_schedule;
  out["other_steps"] = json_steps(bug.other_steps);
  out["differences"] = std::move(differences);
  return out;
}

Object json_outcome(const Outcome& outcome) {
  Object out{{"stdout", utf8(outcome.out)},
             {"stderr", utf8(outcome.err)},
             {"exit", outcome.exit},
             {"count", number(outcome.count)},
             {"schedule", outcome.schedule}};
  if (outcome.signal) out["signal"] = outcome.signal;
  return out;
}

Object json_stats(const RunStats& stats) {
  return Object{{"executions", number(stats.executions)},
                {"states", number(stats.states)},
                {"steps", number(stats.steps)},
                {"hooks", number(stats.hooks)},
                {"pruned", number(stats.pruned)},
                {"threads", number(stats.threads)},
                {"max_depth", number(stats.max_depth)},
                {"forks", number(stats.forks)},
                {"max_processes", number(stats.max_processes)},
                {"seconds", stats.seconds},
                {"peak_rss_kb", number(stats.peak_rss_kb)}};
}

// A statement is [line, column, 1 if it ran in some schedule].
Array json_coverage(const std::vector<CoveredFile>& files) {
  Array out;
  for (const CoveredFile& file : files) {
    Array statements;
    for (const CoveredStatement& s : file.statements)
      statements.push_back(Array{s.line, s.column, s.ran ? 1 : 0});
    out.push_back(Object{{"file", utf8(file.file)}, {"statements", std::move(statements)}});
  }
  return out;
}

Object json_report(const Report& report) {
  Array outcomes, bugs;
  for (const Outcome& outcome : report.outcomes) outcomes.push_back(json_outcome(outcome));
  for (const Bug& bug : report.bugs) bugs.push_back(json_bug(bug));
  Object root{{"schema", 1},
              {"omc", version},
              {"program", utf8(report.program)},
              {"args", json_words(report.arguments)},
              {"replay", utf8(report.replay_options + report.replay_target)},
              {"replay_options", utf8(report.replay_options)},
              {"verdict", verdict_word(report.verdict)},
              {"complete", report.complete},
              {"options", json_pairs(report.options)},
              {"stats", json_stats(report.stats)},
              {"outcome_count", number(report.outcome_count)},
              {"outcomes", std::move(outcomes)},
              {"bugs", std::move(bugs)}};
  auto add_words = [&](const char* key, const std::vector<std::string>& words) {
    if (!words.empty()) root[key] = json_words(words);
  };
  for (auto [key, text] : {std::pair{"binary", &report.binary},
                           {"argv0", &report.argv0},
                           {"directory", &report.directory},
                           {"build", &report.build},
                           {"tried_first", &report.tried_first},
                           {"root", &report.root},
                           {"bound", &report.bound},
                           {"reason", &report.reason}})
    if (!text->empty()) root[key] = utf8(*text);
  if (report.complete_within) root["complete_within"] = *report.complete_within;
  add_words("not_modelled", report.not_modelled);
  add_words("not_done", report.not_done);
  add_words("not_checked", report.not_checked);
  add_words("orders", report.orders);
  add_words("not_instrumented", report.not_instrumented);
  if (!report.not_instrumented.empty()) root["scope"] = "instrumented";
  if (report.counts_coverage) root["coverage"] = json_coverage(report.coverage);
  if (!report.unconfirmed.empty()) {
    Array unconfirmed;
    for (const Bug& bug : report.unconfirmed) unconfirmed.push_back(json_bug(bug));
    root["unconfirmed"] = std::move(unconfirmed);
  }
  if (!report.suppressions.empty()) {
    Array suppressions;
    for (const SuppressionUse& use : report.suppressions)
      suppressions.push_back(
          Object{{"text", utf8(use.text)}, {"place", utf8(use.place)}, {"bugs", number(use.bugs)}});
    root["suppressions"] = std::move(suppressions);
  }
  for (auto [key, text] : {std::pair{"framework", &report.framework},
                           {"test_case", &report.test_case},
                           {"skipped", &report.skipped}})
    if (!text->empty()) root[key] = utf8(*text);
  if (report.framework.empty()) return root;
  Array cases;
  for (const Report& each : report.cases) cases.push_back(json_report(each));
  root["cases"] = std::move(cases);
  return root;
}

}  // namespace

const char* standing_word(Standing standing) {
  switch (standing) {
    case Standing::ready:
      return "ready";
    case Standing::blocked:
      return "blocked";
    case Standing::ended:
      return "ended";
  }
  return "ready";
}

std::string render_json(const Report& report) {
  return llvm::formatv("{0:2}\n", Value(json_report(report)));
}

}  // namespace omc::driver
