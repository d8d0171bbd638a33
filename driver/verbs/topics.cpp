// Texts alone. Commands in them are indented by four columns; paragraphs are separated by an empty
// line, for man pages too.
#include "verbs/topics.h"

namespace omc::driver {
namespace {

constexpr const char* schedule =
    R"(A schedule is thread numbers in the order in which the threads take steps, with * for
repetition: '0*4 1 2*3' is four steps of thread 0, which is main, then one of thread 1, then
three of thread 2. Threads are numbered in the order in which they are created.

A step runs from one place where threads may switch to the next: from statement to statement,
and at locks, atomics and other synchronisation in between. Statements that no other thread
could notice are no steps of their own. --granularity changes what a step is, so a replay needs
the same.

Every report ends with the command that runs its schedule again:
    omc replay -s '0*4 1*2 2' ./prog
    omc replay omc-out/latest
Where a step has several outcomes, as when a signal may wake one of several threads, 2/3 is a
step of thread 2 with outcome 3.

A schedule is short: omc removes switches and steps as long as the bug stays.
)";

constexpr const char* exit_codes =
    R"(0  no bug, and the search was complete
1  a bug was found, or the one of --expect was not
2  a mistake in the command line, or omc could not do its work
3  incomplete: a limit, a signal or something that is not modelled cut the search; no bug so far
4  nothing was checked: nothing is instrumented, or only one thread ever ran

"No bugs" is never said of a search that could have missed something. With --allow-vacuous 4 is
0. omc test ends with the code of the worst case: 1, then 2, 3, 4. omc cc and omc-c++ end with
that of the compiler. 128 + N means that signal N ended omc. A program that runs without omc
check has its own exit code.
)";

constexpr const char* bounds =
    R"(Without options the search ends when everything is explored. When that takes too long:

    --max-preemptions 2    at most 2 switches away from a thread that could go on. Most bugs need
                           no more. The verdict names it: "no bugs with at most 2 preemptions".
    --time 5m              stop after a time
    --max-states N, --max-executions N, --memory SIZE
    --max-steps N          cut executions that are longer; loops without end need it

A limit that cuts the search makes the verdict INCOMPLETE, exit code 3. --max-preemptions does
not: it is your bound, and the search within it is complete.

The best bound is a smaller test: 2 threads instead of 8, 1 round instead of 100. Nearly every
bug shows with 2 or 3 threads and one or two operations each. omc is for such tests, by the
hundred.

--search reduced, the default, explores of independent steps one order; pruned explores every
state, exhaustive every interleaving.

What is too large for these can be sampled: --search random or pct, with --seed N, --time or
--max-executions [10,000]. A sample finds bugs, data races too, and proves nothing: without a bug
the verdict is INCOMPLETE. pct prints how likely each execution shows a bug that needs
--bug-depth N [3] orders between steps.
)";

constexpr const char* suppressions =
    R"(--suppressions FILE removes known bugs from the report and from the exit code. A line is
kind:pattern, as in ThreadSanitizer's files; # begins a comment:

    race:^Queue::pop$
    race:third_party/*
    deadlock:Logger

Kinds: race (or race_top), deadlock, memory, assert, exit, crash, livelock, order-race, misuse
(or mutex), undefined. The pattern is matched with functions, files and global variables that
take part. * stands for anything, ^ and $ for begin and end.

The search goes on behind a suppressed bug. The summary names the lines that matched, and those
that never did.
)";

constexpr const char* limits =
    R"(omc explores programs on x86-64 Linux, compiled by Clang 19 or by GCC through omc-cc and
omc-c++.

What it does not see, it names. The summary lists libraries that omc did not compile (races
inside them are not detected) and system calls that are executed for real in each schedule.
--strict accepts neither.

Memory is sequentially consistent: reorderings that only weak memory allows are not explored.
Data races are found by the rules of C++20 all the same.

Time is virtual, random numbers are the same in every run, files that a schedule writes never
reach the disk. Sockets, child processes and devices are not modelled: where they could matter,
the verdict is INCOMPLETE.

omc doctor PROG shows which parts of a program are instrumented. docs/limits.md has the whole
list.
)";

constexpr Topic table[] = {
    {"schedule", "what a schedule is, and how to run one again", schedule},
    {"exit-codes", "what exit codes mean", exit_codes},
    {"bounds", "what to do when a search takes too long", bounds},
    {"suppressions", "how to leave known bugs out", suppressions},
    {"limits", "what omc does not see", limits},
};

}  // namespace

llvm::ArrayRef<Topic> topics() { return table; }

}  // namespace omc::driver
