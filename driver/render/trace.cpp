// Lines of "key: value", then a line for each step. A later version may add keys.
#include "render/trace.h"

#include <map>

#include <fmt/format.h>

#include "llvm/ADT/StringExtras.h"
#include "render/render.h"
#include "user_error.h"

namespace omc::driver {
namespace {

constexpr const char* first_line = "omc trace 1";

struct Field {
  const char* key;
  std::string Trace::* text;
};
constexpr Field fields[] = {
    {"bug", &Trace::kind},
    {"message", &Trace::message},
    {"place", &Trace::place},
    {"binary", &Trace::binary},
    {"argv0", &Trace::argv0},
    {"directory", &Trace::directory},
    {"build", &Trace::build},
    {"options", &Trace::replay_options},
    {"program", &Trace::replay_target},
    {"show", &Trace::selector},
    {"loop", &Trace::loop},
    {"other", &Trace::other_schedule},
    {"schedule", &Trace::schedule},
};

// A value is one line.
std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '\n')
      out += "\\n";
    else if (c == '\\')
      out += "\\\\";
    else
      out += c;
  }
  return out;
}

std::string unescaped(llvm::StringRef text) {
  std::string out;
  for (size_t i = 0; i < text.size(); i++) {
    bool is_escape = text[i] == '\\' && i + 1 < text.size();
    out += !is_escape ? text[i] : text[++i] == 'n' ? '\n' : text[i];
  }
  return out;
}

// "5 1 bank.cpp:15:3 lock(m);"
bool read_step(llvm::StringRef line, Trace& trace) {
  auto [number, after] = line.trim().split(' ');
  auto [thread, rest] = after.split(' ');
  auto [place, text] = rest.split(' ');
  TraceStep step{0, 0, place.str(), unescaped(text)};
  if (number.getAsInteger(10, step.n) || thread.getAsInteger(10, step.thread)) return false;
  trace.steps.push_back(std::move(step));
  return true;
}

bool read_field(llvm::StringRef line, Trace& trace) {
  auto [key, value] = line.split(": ");
  key.consume_back(":");
  if (key == "argument") return trace.arguments.push_back(unescaped(value)), true;
  for (const Field& field : fields)
    if (key == field.key) trace.*field.text = unescaped(value);
  return !key.contains(' ');
}

std::string step_place(const Place& place) {
  return place.line ? fmt::format("{}:{}:{}",
                                  llvm::StringRef(place.file).rsplit('/').second.empty()
                                      ? place.file
                                      : place.file.substr(place.file.rfind('/') + 1),
                                  place.line, place.column)
                    : "-";
}

}  // namespace

Trace trace_of(const Report& report, const Bug& bug) {
  Trace trace;
  trace.binary = report.binary;
  trace.argv0 = report.argv0;
  trace.directory = report.directory;
  trace.build = report.build;
  trace.replay_options = report.replay_options;
  trace.replay_target = report.replay_target;
  trace.arguments = report.arguments;
  trace.kind = bug.kind;
  trace.message = bug.message;
  trace.place = step_place(bug.place);
  trace.schedule = bug.schedule;
  trace.other_schedule = bug.other_schedule;
  trace.loop = bug.loop;
  trace.selector = bug.selector;
  for (const Step& step : bug.steps)
    if (step.n) trace.steps.push_back({step.n, step.thread, step_place(step.place), step.text});
  return trace;
}

std::string render_trace(const Trace& trace) {
  std::string out = fmt::format("{}\n", first_line);
  for (const Field& field : fields)
    if (const std::string& text = trace.*field.text; !text.empty())
      out += fmt::format("{}: {}\n", field.key, escaped(text));
  for (const std::string& argument : trace.arguments)
    out += fmt::format("argument: {}\n", escaped(argument));
  out += "steps:\n";
  for (const TraceStep& step : trace.steps)
    out += fmt::format("{:5} {} {} {}\n", step.n, step.thread, step.place, escaped(step.text));
  return out;
}

llvm::Expected<Trace> read_trace(llvm::StringRef text, const std::string& name) {
  auto [first, rest] = text.split('\n');
  if (first.trim() != first_line) {
    bool is_other = first.starts_with("omc trace ");
    return user_error(
        is_other ? fmt::format("{} is a trace of another version: {}", name, first.trim().str())
                 : fmt::format("{} is not a trace of omc", name),
        is_other ? "use the omc that wrote it" : "");
  }
  Trace trace;
  bool in_steps = false;
  for (unsigned number = 2; !rest.empty(); number++) {
    auto [line, after] = rest.split('\n');
    rest = after;
    if (line.trim().empty()) continue;
    bool is_read = in_steps ? read_step(line, trace) : read_field(line, trace);
    if (!is_read) return user_error(fmt::format("{}:{} is not a line of a trace", name, number));
    in_steps |= line.trim() == "steps:";
  }
  if (trace.schedule.empty() || trace.replay_target.empty())
    return user_error(fmt::format("{} names no schedule or no program", name));
  return trace;
}

std::string trace_file(size_t number) { return fmt::format("bug-{}.trace", number); }

}  // namespace omc::driver
