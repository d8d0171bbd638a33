#include "kernel/file_names.h"

#include <cstring>

#include "platform/digest.h"
#include "platform/raw_syscall.h"
#include "snapshot/pages.h"
#include "world/finding.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr uintptr_t names_begin = file_tables_begin + (uintptr_t{16} << 20);
constexpr unsigned max_file_names = 4096, probes = 32;

FileName& entry_at(unsigned i) {
  return *reinterpret_cast<FileName*>(names_begin + i * sizeof(FileName));
}

unsigned home_of(const char* path, size_t length) {
  return static_cast<unsigned>(digest_of(path, length, 0x6e616d65).low % max_file_names);
}

FileName* find_entry(const char* path) {
  if (!world().files.names) return nullptr;
  size_t length = strlen(path);
  unsigned home = home_of(path, length);
  for (unsigned i = 0; i < probes; i++) {
    FileName& entry = entry_at((home + i) % max_file_names);
    if (entry.in_use && entry.length == length && !memcmp(entry.path, path, length)) return &entry;
  }
  return nullptr;
}

FileName* free_entry(const char* path, size_t length) {
  unsigned home = home_of(path, length);
  for (unsigned i = 0; i < probes; i++)
    if (FileName& entry = entry_at((home + i) % max_file_names); !entry.in_use) return &entry;
  note_gap("more changed file names than omc has room for");
  return nullptr;
}

void open_entry(FileName& entry) {
  make_range_writable(reinterpret_cast<uintptr_t>(&entry), sizeof entry);
}

bool set_entry(const char* path, FileNumber file) {
  size_t length = strlen(path);
  FileName* entry = find_entry(path);
  bool is_new = !entry;
  if (is_new) entry = free_entry(path, length);
  if (!entry) return false;
  open_entry(*entry);
  entry->file = file;
  if (!is_new) return true;
  entry->in_use = 1;
  entry->length = static_cast<uint16_t>(length);
  memcpy(entry->path, path, length + 1);
  world().files.names++;
  return true;
}

void clear_entry(FileName& entry) {
  open_entry(entry);
  entry = {};
  world().files.names--;
}

bool is_on_disk(const char* path) {
  struct stat status;
  return !is_error(raw_syscall(SYS_lstat, as_long(path), as_long(&status)));
}

// A path in a directory that the schedule has made hides nothing of the disk.
bool lies_in_made_directory(const char* path) {
  char folder[max_path];
  strcpy(folder, path);
  for (char* end; (end = strrchr(folder, '/')) && end != folder;) {
    *end = 0;
    if (const FileName* entry = find_entry(folder); entry && entry->file) return true;
  }
  return false;
}

bool begins_with(const char* path, const char* folder, size_t length) {
  return !strncmp(path, folder, length) && path[length] == '/';
}

}  // namespace

bool set_name(const char* path, FileNumber file) { return set_entry(path, file); }

bool remove_name(const char* path) {
  if (*path == '/' && is_on_disk(path) && !lies_in_made_directory(path)) return set_entry(path, 0);
  if (FileName* entry = find_entry(path)) clear_entry(*entry);
  return true;
}

const FileName* next_name_in(const char* folder, size_t length, unsigned& at) {
  if (!world().files.names) return nullptr;
  if (length == 1) length = 0;  // the root
  while (at < max_file_names) {
    const FileName& entry = entry_at(at++);
    if (entry.in_use && begins_with(entry.path, folder, length) &&
        !strchr(entry.path + length + 1, '/'))
      return &entry;
  }
  return nullptr;
}

const FileName* name_at(const char* path) { return find_entry(path); }

const char* path_of_directory(FileNumber file) {
  for (unsigned i = 0; i < max_file_names; i++)
    if (const FileName& entry = entry_at(i); entry.in_use && entry.file == file) return entry.path;
  return "";  // it was removed
}

bool move_names(const char* from, const char* to) {
  size_t length = strlen(from), new_length = strlen(to);
  for (unsigned i = 0; i < max_file_names; i++) {
    FileName& entry = entry_at(i);
    if (!entry.in_use || !begins_with(entry.path, from, length)) continue;
    static char path[2 * max_path];
    memcpy(path, to, new_length);
    strcpy(path + new_length, entry.path + length);
    if (strlen(path) >= max_path) return note_gap("a path of more than 1,000 bytes"), false;
    if (begins_with(path, from, length)) continue;
    FileNumber file = entry.file;
    clear_entry(entry);
    if (!set_entry(path, file)) return false;
  }
  return true;
}

}  // namespace omc
