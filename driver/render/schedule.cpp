// The schedule as a table: time runs down, and each thread has a column. A row belongs to one
// thread, so its text may run over the columns to its right. Steps of one thread at one statement
// are one row. When the table does not fit the screen, rows without effects are folded.
#include <algorithm>

#include <fmt/format.h>

#include "render/render.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Unicode.h"

namespace omc::driver {
namespace {

constexpr unsigned gutter = 9;      // "   12-15 "
constexpr unsigned narrowest = 12;  // narrower columns are hard to distinguish
constexpr unsigned text_room = 40;  // for the text of the last column
constexpr unsigned first_rows = 4;  // kept when the middle of a long schedule is left out
constexpr size_t most_effects = 8;  // of one row, likewise

struct Row {
  unsigned first = 0, last = 0;  // steps
  unsigned thread = 0;
  Place place;
  std::string text;
  std::vector<std::string> effects;
  std::string values;   // "100 → 70"; with names unless the statement names the one variable
  unsigned folded = 0;  // statements that this row stands for, if more than one
  bool gap = false;     // stands for steps of several threads
  bool marked = false;
};

unsigned columns_of(const std::string& text) {
  int width = llvm::sys::unicode::columnWidthUTF8(text);
  return width < 0 ? static_cast<unsigned>(text.size()) : static_cast<unsigned>(width);
}

// Cuts text to `width` columns, at a character and with an ellipsis.
std::string fit(std::string text, unsigned width) {
  if (columns_of(text) <= width) return text;
  while (!text.empty() && columns_of(text) + 1 > width) {
    while (text.size() > 1 && (text.back() & 0xc0) == 0x80) text.pop_back();
    text.pop_back();
  }
  return text + "…";
}

std::string pad(const std::string& text, unsigned width) {
  unsigned have = columns_of(text);
  return have >= width ? text : text + std::string(width - have, ' ');
}

std::string trimmed(std::string line) {
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line + "\n";
}

// The values of a step at a statement. A loop in one statement shows those of its last round.
std::string values_text(const Step& step) {
  bool is_named =
      step.values.size() == 1 && llvm::StringRef(step.text).contains(step.values[0].first);
  std::string out;
  for (const auto& [name, value] : step.values)
    out += (out.empty() ? "" : ", ") + (is_named ? value : fmt::format("{} {}", name, value));
  return out;
}

std::vector<Row> rows_of(const std::vector<Step>& steps) {
  std::vector<Row> rows;
  for (const Step& step : steps) {
    bool same =
        !rows.empty() && rows.back().thread == step.thread && rows.back().place == step.place;
    if (!same)
      rows.push_back({step.n, step.n, step.thread, step.place, step.text, {}, "", 0, false, false});
    if (!step.values.empty()) rows.back().values = values_text(step);
    rows.back().last = std::max(rows.back().last, step.n);
    for (const std::string& effect : step.effects)
      if (rows.back().effects.empty() || rows.back().effects.back() != effect)
        rows.back().effects.push_back(effect);
  }
  return rows;
}

// Adds where each blocked thread waits, so that the table ends with the final state.
void add_halts(std::vector<Row>& rows, const std::vector<ThreadState>& threads) {
  for (const ThreadState& thread : threads) {
    if (thread.standing != Standing::blocked) continue;
    std::string effect = "blocks: waits for " + thread.waits_for;
    auto of_thread = [&](const Row& row) { return row.thread == thread.id; };
    auto last = std::find_if(rows.rbegin(), rows.rend(), of_thread);
    if (last != rows.rend() && last->place == thread.place)
      last->effects.push_back(effect);
    else
      rows.push_back({0, 0, thread.id, thread.place, thread.text, {effect}, "", 0, false, false});
  }
}

unsigned lines_of(const std::vector<Row>& rows) {
  unsigned lines = 0;
  for (const Row& row : rows) lines += 1 + static_cast<unsigned>(row.effects.size());
  return lines;
}

bool is_dull(const Row& row) { return row.effects.empty() && row.values.empty() && !row.marked; }

std::vector<Row> folded(const std::vector<Row>& rows) {
  std::vector<Row> out;
  for (const Row& row : rows) {
    bool dull = is_dull(row);
    bool joins = dull && !out.empty() && is_dull(out.back()) && out.back().thread == row.thread;
    if (!joins) {
      out.push_back(row);
      if (dull) out.back().folded = 1;
      continue;
    }
    out.back().last = row.last;
    out.back().folded++;
  }
  return out;
}

// A loop in one statement is one row with many effects: the middle ones are left out.
void leave_out_effects(std::vector<Row>& rows) {
  for (Row& row : rows) {
    if (row.effects.size() <= most_effects) continue;
    auto first = row.effects.begin() + most_effects / 2,
         last = row.effects.end() - most_effects / 2;
    *first = fmt::format("… {} more (-v shows them)", last - first);
    row.effects.erase(first + 1, last);
  }
}

// The beginning and the end of a schedule that is still too long; the middle is left out.
std::vector<Row> without_middle(const std::vector<Row>& rows, unsigned height) {
  size_t tail = rows.size();
  unsigned lines = first_rows * 2;
  while (tail > first_rows && lines + 1 + rows[tail - 1].effects.size() <= height) {
    tail--;
    lines += 1 + static_cast<unsigned>(rows[tail].effects.size());
  }
  if (tail <= first_rows + 1) return rows;
  std::vector<Row> out(rows.begin(), rows.begin() + first_rows);
  Row gap;
  gap.gap = true;
  gap.first = rows[first_rows].first;
  gap.last = rows[tail - 1].last;
  out.push_back(gap);
  out.insert(out.end(), rows.begin() + static_cast<long>(tail), rows.end());
  return out;
}

// Rows before the first choice and after the last have no number.
std::string step_range(const Row& row) {
  if (!row.last) return "";
  std::string range = row.first == row.last || !row.first
                          ? std::to_string(row.last)
                          : fmt::format("{}-{}", row.first, row.last);
  return row.marked ? "▶ " + range : range;
}

// To the right of its column.
std::string in_gutter(const std::string& text) {
  unsigned width = columns_of(text);
  return std::string(width < gutter - 1 ? gutter - 1 - width : 0, ' ') + text + " ";
}

// The name of a single file is not repeated in each row.
bool in_several_files(const std::vector<Row>& rows) {
  for (const Row& row : rows)
    if (row.place.line && row.place.file != rows[0].place.file) return true;
  return false;
}

std::string base_name(const std::string& file) { return file.substr(file.rfind('/') + 1); }

// "12 total += 1;", with the file where there are several.
std::string plain_statement(const Row& row, bool name_files) {
  if (row.folded > 1) return fmt::format("… {} statements", row.folded);
  if (!row.place.line) return row.text.empty() ? "(not instrumented)" : row.text;
  std::string line = std::to_string(row.place.line);
  if (name_files) line = base_name(row.place.file) + ":" + line;
  return fmt::format("{:>3} {}", line, row.text);
}

// The statement, and the values behind it; of a long statement less is shown.
std::string statement_of(const Row& row, bool name_files, unsigned room) {
  std::string text = plain_statement(row, name_files);
  if (row.values.empty()) return fit(text, room);
  constexpr unsigned gap = 3;
  unsigned needed = gap + std::min(columns_of(row.values), room / 2);
  return fit(text, room - needed) + std::string(gap, ' ') + fit(row.values, needed - gap);
}

struct Columns {
  std::vector<unsigned> threads;  // the thread of each column
  std::vector<std::string> titles;
  unsigned width = 0;  // of one
  size_t of(unsigned thread) const {
    return static_cast<size_t>(std::find(threads.begin(), threads.end(), thread) - threads.begin());
  }
};

Columns columns_for(const std::vector<Row>& rows, const std::vector<ThreadState>& threads,
                    unsigned width) {
  Columns columns;
  for (const Row& row : rows)
    if (!row.gap && columns.of(row.thread) == columns.threads.size())
      columns.threads.push_back(row.thread);
  std::sort(columns.threads.begin(), columns.threads.end());
  for (unsigned thread : columns.threads) {
    auto known = std::find_if(threads.begin(), threads.end(),
                              [&](const ThreadState& state) { return state.id == thread; });
    columns.titles.push_back(known == threads.end() ? std::to_string(thread)
                                                    : fmt::format("{} {}", thread, known->name));
  }
  unsigned count = static_cast<unsigned>(columns.threads.size());
  if (count && width > gutter) columns.width = (width - gutter) / count;
  // The last column has no column to its right to run over.
  if (count > 1 && columns.width < text_room)
    columns.width = width > gutter + text_room ? (width - gutter - text_room) / (count - 1) : 0;
  return columns;
}

std::string gap_line(const Row& row) {
  constexpr auto text = "{:>{}}  … steps {} to {} are left out here (-v shows them)\n";
  return fmt::format(text, "", gutter - 2, row.first, row.last);
}

std::string effect_text(const std::string& effect, bool color) {
  return color ? "\033[36m" + effect + "\033[0m" : effect;
}

std::string as_columns(const std::vector<Row>& rows, const Columns& columns, bool name_files,
                       const TextStyle& style) {
  std::string header = fmt::format("{:>{}} ", "step", gutter - 1);
  for (const std::string& title : columns.titles)
    header += pad(fit("  " + title, columns.width - 1), columns.width);
  std::string out = trimmed(header);
  for (const Row& row : rows) {
    if (row.gap) {
      out += gap_line(row);
      continue;
    }
    std::string before(columns.of(row.thread) * columns.width, ' ');
    unsigned room = style.width - gutter - static_cast<unsigned>(before.size());
    out += trimmed(in_gutter(step_range(row)) + before + statement_of(row, name_files, room));
    for (const std::string& effect : row.effects) {
      std::string cell = effect_text(fit(effect, room - 4), style.color);
      out += trimmed(fmt::format("{:>{}} {}    {}", "", gutter - 1, before, cell));
    }
  }
  return out;
}

// For more threads than the screen has room for: one line a step, which begins with the thread.
std::string as_list(const std::vector<Row>& rows, const Columns& columns, bool name_files,
                    const TextStyle& style) {
  unsigned title_width = 6;
  for (const std::string& title : columns.titles)
    title_width = std::max(title_width, columns_of(title));
  title_width = std::min(title_width, 24u);
  std::string out =
      fmt::format("{:>{}} {} statement\n", "step", gutter - 1, pad("thread", title_width));
  unsigned room =
      style.width > gutter + title_width + 20 ? style.width - gutter - title_width - 1 : 20;
  for (const Row& row : rows) {
    if (row.gap) {
      out += gap_line(row);
      continue;
    }
    std::string title = pad(fit(columns.titles[columns.of(row.thread)], title_width), title_width);
    out += trimmed(in_gutter(step_range(row)) + title + " " + statement_of(row, name_files, room));
    for (const std::string& effect : row.effects)
      out += trimmed(fmt::format("{:>{}}     {}", "", gutter + title_width,
                                 effect_text(fit(effect, room - 4), style.color)));
  }
  return out;
}

}  // namespace

std::string render_schedule(const std::vector<Step>& steps, const std::vector<ThreadState>& threads,
                            const TextStyle& style, unsigned marked) {
  std::vector<Row> rows = rows_of(steps);
  for (Row& row : rows) row.marked = marked && row.first <= marked && marked <= row.last;
  add_halts(rows, threads);
  bool name_files = in_several_files(rows);
  if (lines_of(rows) > style.height) rows = folded(rows);
  if (lines_of(rows) > style.height && !style.verbose) leave_out_effects(rows);
  if (lines_of(rows) > style.height && !style.verbose) rows = without_middle(rows, style.height);
  Columns columns = columns_for(rows, threads, style.width);
  return columns.width >= narrowest ? as_columns(rows, columns, name_files, style)
                                    : as_list(rows, columns, name_files, style);
}

}  // namespace omc::driver
