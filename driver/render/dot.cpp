// Graphviz: for each bug the steps, a chain for each thread with dashed edges where the schedule
// switches, and at the end who waits for whom.
#include <map>

#include <fmt/format.h>

#include "render/render.h"
#include "render/results.h"

namespace omc::driver {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : as_utf8(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + "\"";
}

// Lines of a label; \l ends one that is flush left.
std::string label_of(const Step& step) {
  std::string text =
      step.place.line ? fmt::format("{} {}", short_place(step.place), step.text) : step.text;
  std::string out = quoted(step.n ? fmt::format("{}: {}", step.n, text) : text);
  out.pop_back();
  for (const std::string& effect : step.effects) {
    std::string line = quoted(effect);
    out += "\\l" + line.substr(1, line.size() - 2);
  }
  return out + "\\l\"";
}

std::string steps_of(const Bug& bug, const std::string& prefix) {
  std::string out;
  std::map<unsigned, size_t> last;  // of each thread
  for (size_t i = 0; i < bug.steps.size(); i++) {
    const Step& step = bug.steps[i];
    out += fmt::format("    {}s{} [shape=box,group=t{},label={}];\n", prefix, i, step.thread,
                       label_of(step));
    auto own = last.find(step.thread);
    std::string before =
        own == last.end() ? fmt::format("t{}", step.thread) : fmt::format("s{}", own->second);
    out += fmt::format("    {0}{1} -> {0}s{2};\n", prefix, before, i);
    if (i && bug.steps[i - 1].thread != step.thread)
      out += fmt::format("    {0}s{1} -> {0}s{2} [style=dashed,color=gray];\n", prefix, i - 1, i);
    last[step.thread] = i;
  }
  return out;
}

std::string waits_of(const Bug& bug, const std::string& prefix) {
  std::string out;
  for (const ThreadState& thread : bug.threads)
    for (unsigned other : thread.waits_on)
      out += fmt::format(
          "    {0}t{1} -> {0}t{2} [color=red,fontcolor=red,constraint=false,label={3}];\n", prefix,
          thread.id, other, quoted("waits for " + thread.waits_for));
  return out;
}

std::string graph_of(const FoundBug& found, size_t number) {
  const Bug& bug = *found.bug;
  std::string prefix = fmt::format("b{}", number);
  std::string out = fmt::format("  subgraph cluster{} {{\n    label={};\n", number,
                                quoted(bug.kind + ": " + bug.message));
  std::map<unsigned, std::string> titles;
  for (const Step& step : bug.steps) titles[step.thread] = thread_title(bug, step.thread);
  for (const ThreadState& thread : bug.threads) titles[thread.id] = thread_title(thread);
  for (const auto& [id, title] : titles)
    out +=
        fmt::format("    {}t{} [shape=oval,group=t{},label={}];\n", prefix, id, id, quoted(title));
  return out + steps_of(bug, prefix) + waits_of(bug, prefix) + "  }\n";
}

}  // namespace

std::string render_dot(const Report& report) {
  std::string out = "digraph omc {\n  node [fontname=monospace];\n";
  size_t number = 0;
  for (const FoundBug& found : all_bugs(report)) out += graph_of(found, ++number);
  return out + "}\n";
}

}  // namespace omc::driver
