// What the processes of a check share. A slot is a thread between two steps: a process that waits
// for a command. The search may tell it to go on, or to fork and let the child go on, so that it
// can come back to this slot.
#pragma once

#include <semaphore.h>
#include <sys/types.h>

#include <cstdint>

#include "omc/buddy.h"
#include "platform/digest.h"

namespace omc::buddy {

constexpr int max_buddies = 64, max_slots = 8192, max_outcomes_of_step = 256;
constexpr size_t site_size = 256, text_size = 4096;

enum class Command { none, step, fork_and_step, exit };
enum class StepEnd { starting, ready, blocked, choosing, done, failed, abandoned };

struct Wait {
  uint32_t word;  // offset in the shared memory
  int comparison, value;
  int may_expire;
};

struct ThreadSlot {
  sem_t go;
  Command command;
  int fork_into;  // the slot of the child
  volatile pid_t pid;
  int parent;  // the slot whose process made this one; -1: the checker's
  int thread;
  StepEnd status;
  Wait wait;
  int outcomes, outcome;
  uint64_t counter;  // hooks so far
  Digest local;
  char site[site_size], waits[site_size];
  // Of the search: nodes that need this slot, and living children of its process.
  int nodes, children;
};

struct Control {
  sem_t done;            // posted when a step has ended
  volatile int died;     // the slot whose process ended on its own; -1: none
  volatile int status;   // how, as waitpid has it
  volatile int no_fork;  // errno of a fork that failed
  pid_t checker;
  uint64_t hooks;
  char kind[32], text[text_size];  // of the bug that a thread has found
  ThreadSlot slots[max_slots];
};

// Of the check that runs; null when there is none.
extern Control* control;
extern const omc_buddy_options* options;
extern char* shared;
extern size_t shared_size;

// How many bytes of the shared memory are state.
inline size_t used_bytes() {
  size_t used = *reinterpret_cast<size_t*>(shared);
  return used < sizeof used ? sizeof used : used > shared_size ? shared_size : used;
}

// Whether a wait has come to its end.
inline bool holds(const Wait& wait) {
  int word = *reinterpret_cast<const int*>(shared + wait.word);
  switch (wait.comparison) {
    case OMC_BUDDY_EQ:
      return word == wait.value;
    case OMC_BUDDY_NE:
      return word != wait.value;
    case OMC_BUDDY_LT:
      return word < wait.value;
    default:
      return word > wait.value;
  }
}

// In a new process: it becomes the thread of a slot, until `run` returns.
[[noreturn]] void be_thread(int slot);

}  // namespace omc::buddy
