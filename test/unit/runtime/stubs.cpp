// The fixture, and what the tested modules call in rooms above their own. A stub does the least
// that is sound: it records the call, or does nothing.
#include <sys/mman.h>

#include <catch2/catch.hpp>

#include <cstdio>
#include <cstdlib>

#include "fixture.h"
#include "heap/reachability.h"
#include "platform/assert.h"
#include "races/access_history.h"
#include "races/happens_before.h"
#include "races/running_step.h"
#include "search/workers.h"
#include "sharing/shared_memory_map.h"
#include "snapshot/regions.h"
#include "world/current.h"
#include "world/finding.h"
#include "world/run_records.h"

// What platform/context.S hands system calls of the program to.
extern "C" {
uintptr_t omc_return_address;
void omc_serve_call() { abort(); }
}

namespace omc {

std::vector<std::pair<RaceAccess, RaceAccess>> unordered_accesses;
unsigned dead_worker;

TestRun::TestRun(uint64_t bytes, Mode mode) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  REQUIRE(memory != MAP_FAILED);
  run_ = static_cast<Run*>(memory);
  init_run(*run_, bytes, mode);
}

TestRun::~TestRun() { munmap(run_, run_->bytes); }

TestWorld::TestWorld(unsigned threads) {
  REQUIRE(map_at(world_address, sizeof(World), PROT_READ | PROT_WRITE));
  checker = {};
  checker.run = &*run_;
  checker.exploring = true;
  checker.assumed = bit_of(Assumption::seq_cst_only);
  world().thread_count = threads;
  for (unsigned i = 0; i < threads; i++)
    world().threads[i].slot = world().threads[i].number = static_cast<uint16_t>(i);
  run(0);
  unordered_accesses.clear();
  open_shared_memory_map();
  open_clocks();
  open_history();
}

TestWorld::~TestWorld() {
  checker = {};
  munmap(&world(), sizeof(World));
}

void internal_assertion_failed(const char* condition, const char* file, int line) {
  fprintf(stderr, "%s:%d: OMC_ASSERT(%s)\n", file, line, condition);
  abort();
}

// snapshot/regions: memory that goes back with the program, which no test does.
void* rewound_memory(size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  REQUIRE(memory != MAP_FAILED);
  return memory;
}

// heap/reachability
void scan_also(uintptr_t, uintptr_t) {}

// Watched memory is read-only until the first write to it.
void watch(uintptr_t begin, uintptr_t end, RegionKind, unsigned, int protection) {
  mprotect(reinterpret_cast<void*>(begin), end - begin, protection);
}

void absorb_hooks(Thread&) {}
void record_visible_effect() {}
void close_step(Thread&) {}

bool is_dead_worker(uint8_t worker) { return dead_worker && worker == dead_worker; }
uint8_t worker_id() { return 1; }

Site site_of(const Place&) { return {}; }
void record_unordered(const RaceAccess& now, const RaceAccess& before) {
  unordered_accesses.emplace_back(now, before);
}

}  // namespace omc
