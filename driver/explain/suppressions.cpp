// A line matches a bug when its kind fits and its pattern occurs in one of the bug's names.
#include "explain/suppressions.h"

#include <fmt/format.h>

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"
#include "user_error.h"

namespace omc::driver {
namespace {

using llvm::StringRef;

struct KindRow {
  const char* word;
  BugKind kind;  // count: a kind that only ThreadSanitizer has
  bool top = false;
};
const KindRow kind_rows[] = {
    {"race", BugKind::data_race},       {"race_top", BugKind::data_race, true},
    {"deadlock", BugKind::deadlock},    {"mutex", BugKind::misuse},
    {"misuse", BugKind::misuse},        {"memory", BugKind::memory},
    {"assert", BugKind::assertion},     {"crash", BugKind::crash},
    {"livelock", BugKind::livelock},    {"order-race", BugKind::order_race},
    {"exit", BugKind::exit_status},     {"undefined", BugKind::undefined},
    {"thread", BugKind::count},         {"signal", BugKind::count},
    {"called_from_lib", BugKind::count}};
std::string kind_list() {
  std::string list;
  for (const KindRow& row : kind_rows) list += (list.empty() ? "" : "|") + std::string(row.word);
  return list;
}

const KindRow* find_kind(StringRef word) {
  for (const KindRow& row : kind_rows)
    if (word == row.word) return &row;
  return nullptr;
}

// Whether the pieces between the stars occur in the name, one behind the other.
bool matches_pieces(llvm::ArrayRef<StringRef> pieces, StringRef name, bool at_start, bool at_end) {
  for (size_t i = 0; i < pieces.size(); i++) {
    StringRef piece = pieces[i];
    bool last = i + 1 == pieces.size();
    if (last && at_end) return (i || !at_start) ? name.ends_with(piece) : name == piece;
    size_t found = i || !at_start            ? name.find(piece)
                   : name.starts_with(piece) ? 0
                                             : StringRef::npos;
    if (found == StringRef::npos) return false;
    name = name.substr(found + piece.size());
  }
  return true;
}

llvm::Error bad_line(const std::string& place, const std::string& what, const std::string& hint) {
  return user_error(fmt::format("{}: {}", place, what), hint);
}

}  // namespace

bool matches(StringRef pattern, StringRef name) {
  if (name.empty()) return false;
  bool at_start = pattern.consume_front("^"), at_end = pattern.consume_back("$");
  llvm::SmallVector<StringRef, 8> pieces;
  pattern.split(pieces, '*');
  return matches_pieces(pieces, name, at_start, at_end);
}

llvm::Expected<Suppressions> Suppressions::read(const std::string& file) {
  if (file.empty()) return Suppressions();
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return user_error(
        fmt::format("cannot read the suppressions {}: {}", file, buffer.getError().message()));
  return parse((*buffer)->getBuffer(), file);
}

llvm::Expected<Suppressions> Suppressions::parse(StringRef text, const std::string& file) {
  Suppressions out;
  llvm::SmallVector<StringRef, 16> lines;
  text.split(lines, '\n');
  for (size_t i = 0; i < lines.size(); i++) {
    StringRef line = lines[i].trim();
    if (line.empty() || line.starts_with("#")) continue;
    std::string place = fmt::format("{}:{}", file, i + 1);
    auto [kind, pattern] = line.split(':');
    if (kind.size() == line.size())
      return bad_line(place, fmt::format("'{}' has no colon", line.str()),
                      "write kind:pattern, as in race:Queue::pop");
    if (!find_kind(kind)) {
      std::string hint = nearest_hint(kind.str(), kind_list().c_str());
      return bad_line(place, fmt::format("unknown kind of suppression '{}'", kind.str()),
                      hint.empty() ? fmt::format("choose from {}", kind_list()) : hint);
    }
    if (pattern.trim("^$").empty())
      return bad_line(place, fmt::format("'{}' has no pattern", line.str()),
                      "race:* matches every data race");
    out.rows_.push_back({line.str(), place, 0});
  }
  return out;
}

int Suppressions::find(BugKind kind, const std::vector<Subject>& subjects) const {
  for (size_t i = 0; i < rows_.size(); i++) {
    auto [word, pattern] = StringRef(rows_[i].text).split(':');
    const KindRow& row = *find_kind(word);
    if (row.kind != kind) continue;
    for (const Subject& subject : subjects)
      if ((subject.is_top || !row.top) && matches(pattern, subject.name))
        return static_cast<int>(i);
  }
  return -1;
}

std::vector<Subject> subjects_of(const Run& run, const BugRecord& bug, Symbols& symbols) {
  std::vector<Subject> out;
  auto add_code = [&](const std::string& file, uint64_t offset, bool is_access) {
    std::vector<Symbols::Call> calls = symbols.calls_at(file, offset);
    for (size_t i = 0; i < calls.size(); i++) {
      for (const std::string& name : calls[i].names) out.push_back({name, is_access && i == 0});
      out.push_back({calls[i].file});
    }
    out.push_back({file});
  };
  auto add_site = [&](const Site& site) {
    if (site.file) out.push_back({symbols.place(run, site).file});
    if (auto [file, offset] = symbols.in_file(site.pc); offset) add_code(file, offset, false);
  };
  auto add_name = [&](const std::string& name) {
    if (!name.empty()) out.push_back({name});
  };
  // When a data race is detected, its threads are past their accesses.
  if (bug.kind != BugKind::data_race) add_site(bug.site);
  if (bug.kind == BugKind::data_race)
    for (const RaceAccess& access : bug.accesses) {
      if (access.code.path) add_code(at<char>(run, access.code.path), access.code.offset, true);
      add_site(access.site);
      if (access.data.path)
        add_name(symbols.object_in(at<char>(run, access.data.path), access.data.offset));
    }
  else if (bug.address)
    add_name(symbols.object(bug.address));
  const auto* frames = at<FilePlace>(run, bug.frames);
  for (uint32_t i = 0; i < bug.frame_count; i++)
    if (frames[i].path) add_code(at<char>(run, frames[i].path), frames[i].offset, false);
  if (bug.kind != BugKind::deadlock) return out;
  const auto* threads = at<ThreadRecord>(run, bug.threads);
  for (uint32_t i = 0; i < bug.thread_count; i++)
    if (threads[i].status == ThreadStatus::blocked) {
      add_site(threads[i].site);
      if (threads[i].op != Op::join) add_name(symbols.object(threads[i].object));
    }
  return out;
}

}  // namespace omc::driver
