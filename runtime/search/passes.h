// How often the search is made. It begins with a guess: that memory is private, that statements are
// quiet, that nobody needs clocks. What shows that a guess was wrong is kept in the run, and the
// search begins again and knows better. One that becomes long, or meets an execution without end,
// stops for a look at something smaller.
#pragma once

namespace omc {

// Asked at the end of each execution, and at each state.
bool should_begin_again();
bool should_glance();

}  // namespace omc
