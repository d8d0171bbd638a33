// The working directory is the process's: it is part of the state, and goes back by the undo log.
#pragma once

namespace omc {

// The working directory is another one from now on, or may be.
void note_directory();

}  // namespace omc
