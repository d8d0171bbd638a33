#include "explain/weak_memory.h"

#include <fmt/format.h>

#include "explain/values.h"
#include "llvm/ADT/ArrayRef.h"
#include "render/render.h"

namespace omc::driver {
namespace {

constexpr size_t most_lines = 4;

std::string title_of(const std::vector<ThreadState>& threads, unsigned id) {
  for (const ThreadState& thread : threads)
    if (thread.id == id) return thread_title(thread);
  return fmt::format("thread {}", id);
}

std::string newest_text(Replay& replay, const ValueRecord& record,
                        const std::vector<ThreadState>& threads) {
  std::string value = value_at(replay, record, record.newest);
  if (record.newest_thread == nobody) return value;
  Place place = replay.symbols.place(replay.run, record.newest_site);
  return fmt::format("{}, by {} at {} ({})", value, title_of(threads, record.newest_thread),
                     short_place(place), order_name(record.newest_order));
}

std::string line_of(Replay& replay, const ValueRecord& record,
                    const std::vector<ThreadState>& threads) {
  std::string name = name_at(replay, record);
  std::string what =
      record.is_write
          ? fmt::format("stored {} to {}", value_at(replay, record, record.after), name)
          : fmt::format("read {} from {}", value_at(replay, record, record.before), name);
  Place place = replay.symbols.place(replay.run, record.site);
  return fmt::format(
      "{} {} at {} ({}), {} {}", title_of(threads, record.thread), what, short_place(place),
      order_name(record.order),
      record.is_write ? "which goes before the newest store:" : "not the newest store:",
      newest_text(replay, record, threads));
}

}  // namespace

const char* order_name(int order) {
  constexpr const char* names[] = {"relaxed", "consume", "acquire",
                                   "release", "acq_rel", "seq_cst"};
  return order >= 0 && order < 6 ? names[order] : "?";
}

std::vector<std::string> stale_accesses(Replay& replay, const std::vector<ThreadState>& threads) {
  std::vector<std::string> lines;
  llvm::ArrayRef<ValueRecord> records(at<ValueRecord>(replay.run, replay.run.values),
                                      static_cast<size_t>(replay.run.value_count));
  for (const ValueRecord& record : records)
    if (record.newer) lines.push_back(line_of(replay, record, threads));
  if (lines.size() > most_lines)
    lines.erase(lines.begin(), lines.end() - static_cast<long>(most_lines));
  return lines;
}

}  // namespace omc::driver
