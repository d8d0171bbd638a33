// omc_buddy_check: reads the options, makes the shared memory, and runs a search.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "buddy/processes.h"
#include "buddy/protocol.h"
#include "buddy/search.h"

namespace omc::buddy {

Control* control;
const omc_buddy_options* options;
char* shared;
size_t shared_size;

namespace {

void* map_shared(size_t size) {
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

const char* wrong_option(const omc_buddy_options* asked) {
  if (!asked || asked->version != OMC_BUDDY_VERSION)
    return "the caller was made for another version of libomc-buddy";
  if (asked->threads < 1 || asked->threads > max_buddies) return "there have to be 1 to 64 threads";
  if (!asked->run) return "there is no function for the threads";
  if (asked->search < OMC_BUDDY_PRUNED || asked->search > OMC_BUDDY_REPLAY)
    return "there is no such search";
  if (asked->max_steps > 10'000'000) return "max_steps is more than 10,000,000";
  if (control) return "a check is running in this process";
  return nullptr;
}

bool make_control() {
  control = static_cast<Control*>(map_shared(sizeof(Control)));
  if (!control) return false;
  sem_init(&control->done, 1, 0);
  control->died = -1;
  control->checker = getpid();
  for (ThreadSlot& slot : control->slots) slot.thread = -1;
  return true;
}

}  // namespace
}  // namespace omc::buddy

using namespace omc::buddy;

extern "C" {

void* omc_buddy_shared(size_t size) {
  if (shared && size > shared_size && !control) {
    munmap(shared, shared_size);
    shared = nullptr;
  }
  if (shared) return shared;
  shared_size = size < sizeof(size_t) ? sizeof(size_t) : size;
  shared = static_cast<char*>(map_shared(shared_size));
  return shared;
}

int omc_buddy_check(const omc_buddy_options* asked, omc_buddy_result* result) {
  omc_buddy_result own;
  if (!result) result = &own;
  memset(result, 0, sizeof *result);
  const char* wrong = wrong_option(asked);
  if (!wrong && (!omc_buddy_shared(asked->shared_size) || !make_control()))
    wrong = "there is no memory for the check";
  if (wrong) {
    snprintf(result->reason, sizeof result->reason, "%s", wrong);
    return result->verdict = 2;
  }
  options = asked;
  processes = {};
  search(*result);
  result->hooks = control->hooks;
  result->forks = processes.forks;
  result->max_processes = processes.most;
  munmap(control, sizeof(Control));
  control = nullptr;
  options = nullptr;
  return result->verdict;
}
}
