// What the terminal allows: colours, width, a line that is rewritten in place.
#pragma once

#include <string>

#include "launch/progress.h"
#include "render/render.h"

namespace omc::driver {

// For a report on stdout; `color` is auto, always or never.
TextStyle text_style(const std::string& color);
// `wish` is auto, bar, plain or none.
ProgressKind progress_kind(const std::string& wish, bool quiet);

}  // namespace omc::driver
