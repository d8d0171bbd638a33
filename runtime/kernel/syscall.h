// A system call of the program, as it was caught.
#pragma once

namespace omc {

struct Call {
  long number;
  long a, b, c, d, e, f;
};

// Lets the kernel do it, and names it in the summary where that could matter.
long pass_and_name(const Call& call);

}  // namespace omc
