#include "kernel/shared_memory.h"

#include <errno.h>
#include <sys/mman.h>

#include <cstring>

#include "kernel/file_calls.h"
#include "kernel/file_mappings.h"
#include "kernel/file_names.h"
#include "platform/digest.h"
#include "platform/raw_syscall.h"
#include "world/current.h"
#include "world/finding.h"
#include "world/point.h"
#include "world/thread.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr int first_id = 0x6f6d0000;

[[noreturn]] void stop_following(const char* what) {
  note_gap(what);
  leave(Stop::limit);
}

// The name of a segment, which no path is.
const char* name_of_key(int key) {
  static char name[] = "System V 00000000";
  for (unsigned i = 0; i < 8; i++)
    name[sizeof name - 2 - i] = "0123456789abcdef"[static_cast<unsigned>(key) >> 4 * i & 15];
  return name;
}

// The segment with this id, or 0.
FileNumber segment_of(int id) {
  auto file = static_cast<FileNumber>(id - first_id);
  bool is_one = id > first_id && file <= max_file_records && record_of(file).is_segment;
  return is_one ? file : 0;
}

long id_of(FileNumber file) { return first_id + static_cast<int>(file); }

bool is_of_another_process(int key) {
  return key != IPC_PRIVATE && !is_error(raw_syscall(SYS_shmget, key, 0, 0));
}

long make_segment(int key, size_t size, int flags) {
  if (!size || size > max_file_size) return -EINVAL;
  const char* name = name_of_key(key);
  uint64_t words[] = {digest_of(name, strlen(name), 1).low,
                      key == IPC_PRIVATE ? current_thread().slot + 1u : 0u};
  FileNumber file = make_file(digest_of(words, sizeof words, 0x73686d).low,
                              S_IFREG | static_cast<uint32_t>(flags & 0777));
  if (!file || (key != IPC_PRIVATE && !set_name(name, file))) leave(Stop::limit);
  FileRecord& record = change_record(file);
  record.links = 1;
  record.is_segment = true;
  record.key = key;
  resize(file, static_cast<int64_t>(size));
  return id_of(file);
}

}  // namespace

long open_segment(int key, size_t size, int flags) {
  point(Op::file, nullptr);
  const FileName* entry = key == IPC_PRIVATE ? nullptr : name_at(name_of_key(key));
  if (!entry && is_of_another_process(key))
    stop_following("shared memory of System V that another process has made");
  if (!entry && key != IPC_PRIVATE && !(flags & IPC_CREAT)) return -ENOENT;
  if (!entry) return make_segment(key, size, flags);
  if (flags & IPC_CREAT && flags & IPC_EXCL) return -EEXIST;
  if (static_cast<int64_t>(size) > record_of(entry->file).size) return -EINVAL;
  return id_of(entry->file);
}

long attach_segment(int id, const void* address, int flags) {
  point(Op::file, nullptr);
  FileNumber file = segment_of(id);
  shmid_ds others;
  if (!file && !is_error(raw_syscall(SYS_shmctl, id, IPC_STAT, as_long(&others))))
    stop_following("shared memory of System V that another process has made");
  if (!file) return -EINVAL;
  if (address) stop_following("shmat at a given address");
  change_record(file).attached++;
  return map_whole_file(file, flags & SHM_RDONLY ? PROT_READ : PROT_READ | PROT_WRITE);
}

long detach_segment(const void* address) {
  point(Op::file, nullptr);
  auto begin = reinterpret_cast<uintptr_t>(address);
  FileNumber file = in_file_contents(begin) ? file_at(begin) : 0;
  if (!file || begin != content_of(file) || !record_of(file).attached) return -EINVAL;
  change_record(file).attached--;
  return unmap_file_range(begin, static_cast<size_t>(record_of(file).size));
}

long control_segment(int id, int command, shmid_ds* out) {
  point(Op::file, nullptr);
  FileNumber file = segment_of(id);
  if (!file) return -EINVAL;
  FileRecord& record = change_record(file);
  switch (command) {
    case IPC_RMID:
      if (record.key != IPC_PRIVATE && record.links) remove_name(name_of_key(record.key));
      record.key = IPC_PRIVATE;
      record.links = 0;
      drop_if_unused(file);
      return 0;
    case IPC_STAT: {
      shmid_ds status{};
      status.shm_perm.__key = record.key;
      status.shm_perm.uid = status.shm_perm.cuid = record.owner;
      status.shm_perm.gid = status.shm_perm.cgid = record.group;
      status.shm_perm.mode = static_cast<uint16_t>(record.mode & 0777);
      status.shm_segsz = static_cast<size_t>(record.size);
      status.shm_cpid = checker.program_id;
      status.shm_nattch = record.attached;
      memcpy(out, &status, sizeof status);
      return 0;
    }
    case IPC_SET:
      record.mode = S_IFREG | (out->shm_perm.mode & 0777u);
      return 0;
    case SHM_LOCK:
    case SHM_UNLOCK:
      return 0;
    default:
      note_gap("shmctl about all segments");
      return -EINVAL;
  }
}

}  // namespace omc
