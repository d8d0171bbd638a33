// SARIF 2.1.0: a result for each bug, whose code flow has a threadFlow for each thread; the order
// of all steps is their executionOrder. clang::SarifDocumentWriter is not used: it needs a
// SourceManager, writes absolute paths, and knows one threadFlow only.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "llvm/Support/JSON.h"

#include "render/render.h"
#include "render/results.h"
#include "run/options.h"
#include "version.h"

namespace omc::driver {
namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

constexpr const char* schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr const char* root_name = "SRCROOT";

Object message(const std::string& text) { return Object{{"text", as_utf8(text)}}; }

Object physical_location(const Report& run, const Place& place) {
  std::string uri = uri_below_root(run, place.file);
  Object artifact{{"uri", uri}};
  if (!llvm::StringRef(uri).starts_with("file:") && !run.root.empty())
    artifact["uriBaseId"] = root_name;
  Object out{{"artifactLocation", std::move(artifact)}};
  if (!place.line) return out;
  Object region{{"startLine", place.line}};
  if (place.column) region["startColumn"] = place.column;
  out["region"] = std::move(region);
  return out;
}

Object location(const Report& run, const Place& place, const std::string& text = {}) {
  Object out;
  if (!place.file.empty()) out["physicalLocation"] = physical_location(run, place);
  if (!place.function.empty())
    out["logicalLocations"] =
        Array{Object{{"fullyQualifiedName", as_utf8(place.function)}, {"kind", "function"}}};
  if (!text.empty()) out["message"] = message(text);
  return out;
}

// "std::lock_guard source(from.m); locks alice.m"
std::string text_of_step(const Step& step) {
  std::string out = step.text;
  for (const std::string& effect : step.effects) out += (out.empty() ? "" : " — ") + effect;
  return out;
}

Object thread_flow_location(const Report& run, const Step& step, size_t order) {
  Object out{{"location", location(run, step.place, text_of_step(step))},
             {"executionOrder", static_cast<int64_t>(order)}};
  Object state;
  for (const auto& [name, value] : step.values) state[as_utf8(name)] = message(value);
  if (!state.empty()) out["state"] = std::move(state);
  return out;
}

Object thread_flow(const Report& run, const Bug& bug, const std::vector<Step>& steps,
                   unsigned thread) {
  Array locations;
  for (size_t i = 0; i < steps.size(); i++)
    if (steps[i].thread == thread) locations.push_back(thread_flow_location(run, steps[i], i + 1));
  for (const ThreadState& state : bug.threads)
    if (state.id == thread && state.standing == Standing::blocked)
      locations.push_back(
          Object{{"location", location(run, state.place, "waits for " + state.waits_for)},
                 {"executionOrder", static_cast<int64_t>(steps.size() + 1)},
                 {"importance", "essential"}});
  return Object{{"id", std::to_string(thread)},
                {"message", message(thread_title(bug, thread))},
                {"locations", std::move(locations)}};
}

Object code_flow(const Report& run, const Bug& bug, const std::vector<Step>& steps,
                 const std::string& schedule) {
  std::vector<unsigned> threads;
  auto add = [&](unsigned id) {
    if (std::find(threads.begin(), threads.end(), id) == threads.end()) threads.push_back(id);
  };
  for (const Step& step : steps) add(step.thread);
  for (const ThreadState& thread : bug.threads)
    if (thread.standing == Standing::blocked) add(thread.id);
  std::sort(threads.begin(), threads.end());
  Array flows;
  for (unsigned thread : threads) flows.push_back(thread_flow(run, bug, steps, thread));
  return Object{{"message", message("schedule " + schedule)}, {"threadFlows", std::move(flows)}};
}

Object result(const FoundBug& found, int64_t rule) {
  const auto& [run, bug] = found;
  Array related, flows;
  for (size_t i = 0; i < bug->places.size(); i++)
    if (!bug->places[i].file.empty()) {
      std::string text = i < bug->accesses.size() ? bug->accesses[i] : "takes part";
      Object place = location(*run, bug->places[i], text);
      place["id"] = static_cast<int64_t>(related.size() + 1);
      related.push_back(std::move(place));
    }
  if (!bug->steps.empty()) flows.push_back(code_flow(*run, *bug, bug->steps, bug->schedule));
  if (!bug->other_steps.empty())
    flows.push_back(code_flow(*run, *bug, bug->other_steps, bug->other_schedule));
  std::string text = fmt::format("{}: {}", bug->kind, bug->message);
  if (!run->test_case.empty()) text = fmt::format("{}: {}", run->test_case, text);
  Object out{{"ruleId", "omc-" + bug->kind},
             {"ruleIndex", rule},
             {"level", "error"},
             {"message", message(text)},
             {"partialFingerprints", Object{{"omcBug/v1", fingerprint(found)}}},
             {"properties", Object{{"schedule", bug->schedule},
                                   {"replay", as_utf8(replay_command(*run, *bug))}}}};
  out["locations"] = bug->place.file.empty() ? Array{} : Array{location(*run, bug->place)};
  if (bug->count) out["occurrenceCount"] = static_cast<int64_t>(bug->count);
  if (!related.empty()) out["relatedLocations"] = std::move(related);
  if (!flows.empty()) out["codeFlows"] = std::move(flows);
  return out;
}

// A search that was cut, or that had nothing to check, is no success: a viewer that shows no result
// must not look like "no bugs".
Object invocation(const Report& run) {
  bool is_whole = run.verdict == Verdict::ok || run.verdict == Verdict::bug || !run.skipped.empty();
  Object out{{"executionSuccessful", is_whole},
             {"exitCode", static_cast<int64_t>(exit_code_of(run.verdict))}};
  if (!run.directory.empty())
    out["workingDirectory"] = Object{{"uri", uri_below_root(Report{}, run.directory) + "/"}};
  std::string verdict = render_verdict(run);
  out["toolExecutionNotifications"] =
      Array{Object{{"level", is_whole ? "note" : "error"},
                   {"message", message(llvm::StringRef(verdict).trim().str())}}};
  return out;
}

}  // namespace

std::string render_sarif(const Report& report) {
  std::map<std::string, int64_t> rules;
  Array rule_list, results, invocations;
  for (const FoundBug& found : all_bugs(report)) {
    auto [rule, is_new] = rules.try_emplace(found.bug->kind, rules.size());
    if (is_new)
      rule_list.push_back(Object{{"id", "omc-" + found.bug->kind},
                                 {"name", found.bug->kind},
                                 {"shortDescription", message(kind_description(found.bug->kind))},
                                 {"defaultConfiguration", Object{{"level", "error"}}}});
    results.push_back(result(found, rule->second));
  }
  for (const Report* run : all_runs(report)) invocations.push_back(invocation(*run));
  Object driver{{"name", "omc"}, {"version", version}, {"rules", std::move(rule_list)}};
  Object run{{"tool", Object{{"driver", std::move(driver)}}},
             {"columnKind", "unicodeCodePoints"},
             {"invocations", std::move(invocations)},
             {"results", std::move(results)}};
  if (std::string root = root_uri(report); !root.empty())
    run["originalUriBaseIds"] = Object{{root_name, Object{{"uri", root}}}};
  Object log{{"$schema", schema}, {"version", "2.1.0"}, {"runs", Array{std::move(run)}}};
  return llvm::formatv("{0:2}\n", Value(std::move(log)));
}

}  // namespace omc::driver
