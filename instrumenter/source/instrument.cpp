// The flow, from top to bottom: parse, find where hooks and `done` go, apply the edits.
#include "source/instrument.h"

#include <map>

#include "source/edits.h"
#include "source/filter.h"
#include "source/parse.h"
#include "source/statements.h"
#include "source/thread_ends.h"

namespace omc::source {

// Not taken from the tokens: a header that has only macros gives none, but belongs to the project.
static std::vector<ReadFile> files_read(const Parsed& parsed, const Filter& filter) {
  auto& sources = parsed.sources();
  std::map<std::string, bool> files;  // path → left
  for (unsigned i = 0; i < sources.local_sloc_entry_size(); i++) {
    auto& entry = sources.getLocalSLocEntry(i);
    if (!entry.isFile() || clang::SrcMgr::isSystem(entry.getFile().getFileCharacteristic()))
      continue;
    auto file = sources.getFileID(clang::SourceLocation::getFromRawEncoding(entry.getOffset()));
    auto path = parsed.path_of(file);
    if (!path.empty()) files[path] |= filter.leaves(file);
  }
  std::vector<ReadFile> result;
  for (auto& [path, left] : files) result.push_back({path, left});
  return result;
}

static InstrumentResult apply_edits(const Parsed& parsed, const Edits& edits,
                                    const Filter& filter) {
  InstrumentResult result;
  auto& sources = parsed.sources();
  auto main = sources.getMainFileID();
  result.files.push_back({parsed.path_of(main), edits.apply(main, sources.getBufferData(main)),
                          edits.hooks_in(main), edits.needless_in(main), true});
  for (auto file : edits.files()) {
    if (file == main) continue;
    result.files.push_back({parsed.path_of(file), edits.apply(file, sources.getBufferData(file)),
                            edits.hooks_in(file), edits.needless_in(file), false});
  }
  result.left_alone = filter.left_alone();
  result.read = files_read(parsed, filter);
  result.warns = parsed.warns();
  return result;
}

llvm::Expected<InstrumentResult> instrument(const InstrumentRequest& request) {
  auto parsed = Parsed::parse(request.directory, request.command);
  if (!parsed) return parsed.takeError();
  auto filter = Filter::make(**parsed, request.only, request.exclude);
  if (!filter) return filter.takeError();

  Edits edits;
  find_statements(**parsed, *filter, {request.naive, request.sparse}, edits);
  find_thread_ends(**parsed, *filter, edits);
  filter->drop_late_files(edits);
  return apply_edits(**parsed, edits, *filter);
}

}  // namespace omc::source
