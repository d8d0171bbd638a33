#include "races/atomic_sites.h"

#include <dlfcn.h>
#include <link.h>

#include "races/happens_before.h"
#include "world/run_records.h"
#include "world/shared_lock.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr unsigned table_size = 4 * most_atomic_sites;  // a power of two
const void* noted[table_size];                          // by this process

bool is_new(const void* pc) {
  auto place = static_cast<unsigned>(reinterpret_cast<uintptr_t>(pc) * 0x9e3779b97f4a7c15u >> 40);
  for (unsigned i = 0; i < most_atomic_sites; i++) {
    const void*& entry = noted[(place + i) % table_size];
    if (entry == pc) return false;
    if (!entry) return entry = pc, true;
  }
  return false;
}

AtomicSite* sites() { return at<AtomicSite>(*checker.run, checker.run->atomic_sites); }

// True when another process has added it.
bool is_known(const AtomicSite& site) {
  for (unsigned i = 0; i < checker.run->atomic_site_count; i++)
    if (sites()[i].code.offset == site.code.offset) return true;
  return false;
}

}  // namespace

void open_atomic_sites() {
  Run& run = *checker.run;
  if (has_weak_memory() && !checker.is_replay)
    run.atomic_sites = pool_take(run, most_atomic_sites * sizeof(AtomicSite));
}

void note_atomic(const void* pc, unsigned kind, int order, int failure, bool is_compare) {
  if (!checker.run->atomic_sites || !is_new(pc)) return;
  AtomicSite site;
  site.code = place_in_file(reinterpret_cast<uintptr_t>(pc));
  site.op = static_cast<uint8_t>(kind);
  site.order = static_cast<uint8_t>(order);
  site.failure = static_cast<uint8_t>(failure);
  site.is_compare = is_compare;
  RunLock lock;
  if (checker.run->atomic_site_count < most_atomic_sites && !is_known(site))
    sites()[checker.run->atomic_site_count++] = site;
}

int order_of_call(const void* pc, int order) {
  const Options& options = checker.options;
  if (!options.order_change_count) return order;
  Dl_info info;
  link_map* file;
  if (!dladdr1(pc, &info, reinterpret_cast<void**>(&file), RTLD_DL_LINKMAP) || !file) return order;
  uint64_t offset = reinterpret_cast<uintptr_t>(pc) - file->l_addr;
  for (unsigned i = 0; i < options.order_change_count; i++)
    if (options.order_changes[i].offset == offset) return options.order_changes[i].order;
  return order;
}

int weakest_failure(int failure, int success) {
  if (success == __ATOMIC_SEQ_CST) return failure;
  if (!acquires(success)) return __ATOMIC_RELAXED;
  return failure == __ATOMIC_SEQ_CST ? __ATOMIC_ACQUIRE : failure;
}

}  // namespace omc
