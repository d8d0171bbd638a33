// A system call of the program as it was caught, and the ways to serve one without a model.
#pragma once

namespace omc {

struct Call {
  long number;
  long a, b, c, d, e, f;
};

// The kernel does it. The report names it where its row says so (kernel/syscalls.def).
long pass_on(const Call& call);
// The same for a use of the call that changes nothing which another schedule could notice.
long pass_unnamed(const Call& call);
// Fails with ENOSYS, named where its row says so.
long refuse(const Call& call);
// Succeeds without effect.
long accept_call(const Call& call);

// The kernel writes without a page fault of the program: opens the pages where it will.
void open_for_kernel(const Call& call);
// The report names this call as not modelled, unless its row says never; with --strict the search
// ends here.
void name_call(const Call& call);

// The run is INCOMPLETE because of this call, which it names.
void note_gap_at(const Call& call);

}  // namespace omc
