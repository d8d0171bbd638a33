#include "kernel/mappings.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

#include <cstring>

#include "kernel/descriptor_table.h"
#include "kernel/file_mappings.h"
#include "kernel/open_files.h"
#include "platform/raw_syscall.h"
#include "snapshot/pages.h"
#include "snapshot/regions.h"
#include "steps/invisible_steps.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/finding.h"
#include "world/run_records.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

// The address of a mapping that may lie anywhere. It depends on the thread alone, so that it is the
// same in every schedule.
long choose_address(size_t length) {
  Thread& thread = current_thread();
  uintptr_t begin = slot_address(thread.slot) + maps_offset;
  if (!thread.maps_next) thread.maps_next = begin;
  uintptr_t address = thread.maps_next;
  size_t whole = round_up(length, page_size) + page_size;  // and a guard page
  if (whole > begin + maps_size - address) return -ENOMEM;
  thread.maps_next = address + whole;
  return static_cast<long>(address);
}

// Code is loaded whose accesses are unknown: each statement must be a step, and the report names
// the file.
void note_loaded(long fd) {
  refute(Assumption::invisible_statements);
  Run& run = *checker.run;
  const char* path = path_of(fd);
  for (std::atomic<uint64_t>& loaded : run.loaded) {
    uint64_t name = loaded;
    if (!name) {
      uint64_t fresh = store_text(path);
      if (loaded.compare_exchange_strong(name, fresh)) return;
    }
    if (!strcmp(at<char>(run, name), path)) return;
  }
}

// A shared mapping of a file that is open only for reading equals a private one.
bool may_write_to_file(const Call& call) {
  bool is_shared = call.d & MAP_SHARED && !(call.d & MAP_ANONYMOUS);
  return is_shared && (raw_syscall(SYS_fcntl, call.e, F_GETFL) & O_ACCMODE) != O_RDONLY;
}

// A file that the schedule may change and that is mapped shared; null when it is not.
OpenFile* shared_file(const Call& call) {
  bool is_shared = call.d & MAP_SHARED && !(call.d & MAP_ANONYMOUS);
  return is_shared ? changeable_file(call.e) : nullptr;
}

// The same for a private mapping, of a file that has a record.
FileNumber private_file(const Call& call) {
  const OpenFile* file = call.d & MAP_ANONYMOUS ? nullptr : changeable_file(call.e);
  return file ? file->file : 0;
}

// Anonymous memory with the content that the file has now.
long map_copy(const Call& call, FileNumber file) {
  if (call.c & PROT_EXEC) note_gap("code in a file that the program has changed");
  Call fresh = call;
  fresh.c = PROT_READ | PROT_WRITE;
  fresh.d |= MAP_ANONYMOUS;
  fresh.e = -1;
  fresh.f = 0;
  long result = map(fresh);
  if (is_error(result)) return result;
  auto begin = static_cast<uintptr_t>(result);
  static char part[page_size];
  for (long at = 0; at < call.b; at += page_size) {
    long n = read_content(file, part, sizeof part, call.f + at);
    if (n <= 0) break;
    write_watched(begin + static_cast<uintptr_t>(at), part, static_cast<size_t>(n));
  }
  if (call.c != fresh.c)
    change_watched_protection(begin, round_up(begin + static_cast<uintptr_t>(call.b), page_size),
                              static_cast<int>(call.c));
  return result;
}

// Identifies the content of a mapping: the file, and where the mapping begins in it.
uint64_t content_of(const Call& call) {
  if (call.d & MAP_ANONYMOUS) return 0;
  const char* path = path_of(call.e);
  return digest_of(path, strlen(path), static_cast<uint64_t>(call.f - call.a)).low;
}

// The range of the call contains memory of the checker, which the program does not have.
bool is_taken(const Call& call) {
  auto begin = static_cast<uintptr_t>(call.a);
  return is_memory_of_checker(begin, begin + static_cast<uintptr_t>(call.b));
}

}  // namespace

long map(const Call& caught) {
  constexpr long fixed = MAP_FIXED | MAP_FIXED_NOREPLACE;
  Call call = caught;
  if (!inside()) return pass_unnamed(call);
  if (OpenFile* file = shared_file(call)) return map_file(call, *file);
  if (may_write_to_file(call)) return pass_on(call);
  if (!call.b) return -EINVAL;
  if (FileNumber file = private_file(call)) return map_copy(call, file);
  if (call.d & MAP_SHARED && call.d & MAP_ANONYMOUS) world().shares_memory = true;
  // Between the threads of one process, shared and private memory are the same.
  call.d = (call.d & ~(MAP_SHARED | MAP_SHARED_VALIDATE)) | MAP_PRIVATE | MAP_NORESERVE;
  if (!(call.d & fixed)) {
    call.a = choose_address(static_cast<size_t>(call.b));
    if (is_error(call.a)) return call.a;
    call.d |= MAP_FIXED;
  }
  auto begin = static_cast<uintptr_t>(call.a);
  if (begin % page_size) return -EINVAL;
  if (is_taken(call)) return -ENOMEM;
  unmap(begin, round_up(begin + static_cast<uintptr_t>(call.b), page_size));
  long result = raw_syscall(call.number, call.a, call.b, call.c, call.d, call.e, call.f);
  if (is_error(result)) return result;
  auto kind = call.d & MAP_ANONYMOUS ? RegionKind::anonymous : RegionKind::module;
  if (kind == RegionKind::module && call.c & PROT_EXEC) note_loaded(call.e);
  watch_mapped(begin, round_up(begin + static_cast<uintptr_t>(call.b), page_size), kind,
               static_cast<int>(call.c), content_of(call));
  return result;
}

long unmap_range(const Call& call) {
  auto begin = static_cast<uintptr_t>(call.a);
  if (begin % page_size || !call.b) return -EINVAL;
  if (in_file_contents(begin)) return unmap_file_range(begin, static_cast<size_t>(call.b));
  unmap(begin, round_up(begin + static_cast<uintptr_t>(call.b), page_size));
  return 0;
}

long protect_range(const Call& call) {
  auto begin = static_cast<uintptr_t>(call.a);
  if (begin % page_size) return -EINVAL;
  if (is_taken(call)) return -ENOMEM;
  if (in_file_contents(begin))
    return protect_file_range(begin, static_cast<size_t>(call.b), static_cast<int>(call.c));
  return change_protection(begin, round_up(begin + static_cast<uintptr_t>(call.b), page_size),
                           static_cast<int>(call.c));
}

long protect_by_key(const Call& call) {
  constexpr long no_key = -1;
  if (call.d == no_key) return protect_range(call);
  return is_taken(call) ? -ENOMEM : pass_on(call);
}

// Moving page tables could not be undone: the memory is copied to a new mapping.
long remap(const Call& call) {
  if (!inside()) return pass_on(call);
  auto begin = static_cast<uintptr_t>(call.a);
  if (begin % page_size == 0 && in_file_contents(begin)) return remap_file_range(call);
  size_t old_size = round_up(static_cast<size_t>(call.b), page_size),
         size = round_up(static_cast<size_t>(call.c), page_size);
  if (begin % page_size || !size || !old_size || call.d & ~long{MREMAP_MAYMOVE}) return -EINVAL;
  if (protection_at(begin, begin + page_size) < 0) return -EFAULT;
  if (size <= old_size) {
    if (size < old_size) unmap(begin + size, begin + old_size);
    return call.a;
  }
  int protection = protection_at(begin, begin + old_size);
  if (protection < 0) return -EFAULT;
  if (!(call.d & MREMAP_MAYMOVE)) return -ENOMEM;
  Call fresh{
      SYS_mmap, 0, static_cast<long>(size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
      -1,       0};
  long result = map(fresh);
  if (is_error(result)) return result;
  memcpy(reinterpret_cast<void*>(result), reinterpret_cast<const void*>(begin), old_size);
  if (protection != (PROT_READ | PROT_WRITE))
    change_protection(static_cast<uintptr_t>(result), static_cast<uintptr_t>(result) + size,
                      protection);
  unmap(begin, begin + old_size);
  return result;
}

// The kernel's end of the data segment never moves: the memory beyond it is an ordinary mapping.
long move_break(const Call& call) {
  constexpr uintptr_t most = uintptr_t{1} << 30;
  static const auto first = static_cast<uintptr_t>(raw_syscall(SYS_brk, 0));
  uintptr_t now = world().program_break ? world().program_break : first;
  auto asked = static_cast<uintptr_t>(call.a);
  if (!inside() || asked < first || asked - first > most) return static_cast<long>(now);
  uintptr_t end = round_up(now, page_size), new_end = round_up(asked, page_size);
  Call grow{SYS_mmap,
            static_cast<long>(end),
            static_cast<long>(new_end - end),
            PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
            -1,
            0};
  if (new_end > end && is_error(map(grow))) return static_cast<long>(now);
  if (new_end < end) unmap(new_end, end);
  world().program_break = asked == first ? 0 : asked;
  return call.a;
}

// Advice that empties pages is carried out here, so that the state changes. Other advice has no
// effect.
long advise(const Call& call) {
  if (!inside()) return pass_on(call);
  if (in_file_contents(static_cast<uintptr_t>(call.a)))
    return call.c == MADV_REMOVE ? -EOPNOTSUPP : 0;
  if (call.c != MADV_DONTNEED && call.c != MADV_FREE) return 0;
  auto begin = static_cast<uintptr_t>(call.a);
  uintptr_t end = round_up(begin + static_cast<uintptr_t>(call.b), page_size);
  if (begin % page_size) return -EINVAL;
  empty_pages(begin, end);
  return 0;
}

}  // namespace omc
