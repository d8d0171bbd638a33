// NO_COLOR and TERM=dumb switch colours off.
#include "launch/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace omc::driver {
namespace {

bool color_on_stdout() {
  const char* term = getenv("TERM");
  const char* no_color = getenv("NO_COLOR");
  return isatty(1) && !(no_color && *no_color) && term && strcmp(term, "dumb") != 0;
}

}  // namespace

TextStyle text_style(const std::string& color) {
  TextStyle style;
  style.color = color == "always" || (color == "auto" && color_on_stdout());
  winsize size;
  if (isatty(1) && !ioctl(1, TIOCGWINSZ, &size) && size.ws_col) {
    style.width = std::clamp<unsigned>(size.ws_col, 60, 200);
    style.height = std::max<unsigned>(size.ws_row > 14 ? size.ws_row - 14u : 0u, 20u);
  }
  return style;
}

ProgressKind progress_kind(const std::string& wish, bool quiet) {
  if (wish == "bar") return ProgressKind::bar;
  if (wish == "plain") return ProgressKind::plain;
  if (wish == "none" || quiet) return ProgressKind::none;
  return isatty(2) ? ProgressKind::bar : ProgressKind::plain;
}

}  // namespace omc::driver
