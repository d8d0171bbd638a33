// NO_COLOR and TERM=dumb switch colours off. COLUMNS is the width wherever the output goes.
#include "launch/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "llvm/ADT/StringRef.h"

namespace omc::driver {
namespace {

bool color_on_stdout() {
  const char* term = getenv("TERM");
  const char* no_color = getenv("NO_COLOR");
  return isatty(1) && !(no_color && *no_color) && term && strcmp(term, "dumb") != 0;
}

constexpr unsigned narrowest = 60, widest = 200;

}  // namespace

TextStyle text_style(const std::string& color) {
  TextStyle style;
  style.color = color == "always" || (color == "auto" && color_on_stdout());
  winsize size;
  if (isatty(1) && !ioctl(1, TIOCGWINSZ, &size) && size.ws_col) {
    style.width = std::clamp<unsigned>(size.ws_col, narrowest, widest);
    style.height = std::max<unsigned>(size.ws_row > 14 ? size.ws_row - 14u : 0u, 20u);
  }
  unsigned columns = 0;
  if (const char* text = getenv("COLUMNS");
      text && !llvm::StringRef(text).getAsInteger(10, columns))
    style.width = std::clamp(columns, narrowest, widest);
  return style;
}

ProgressKind progress_kind(const std::string& wish, bool quiet) {
  if (wish == "bar") return ProgressKind::bar;
  if (wish == "plain") return ProgressKind::plain;
  if (wish == "none" || quiet) return ProgressKind::none;
  return isatty(2) ? ProgressKind::bar : ProgressKind::plain;
}

}  // namespace omc::driver
