// A replayed schedule, with everything that names what is in it: symbols, source text, objects.
#pragma once

#include "debuginfo/source_text.h"
#include "debuginfo/symbols.h"
#include "explain/object_names.h"
#include "run/run.h"

namespace omc::driver {

struct Replay {
  explicit Replay(const Run& run) : run(run), symbols(run), names(run, symbols, sources) {}

  std::string statement(const Place& place) {
    return sources.statement(place.file, place.line, place.column);
  }

  const Run& run;
  Symbols symbols;
  SourceText sources;
  ObjectNames names;
};

}  // namespace omc::driver
