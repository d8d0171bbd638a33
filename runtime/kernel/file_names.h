// The names that a schedule has changed: which path leads to which record, and which path of the
// disk is hidden because it was removed. A path without an entry is as it was before the run.
//
// find_target walks a path through both. Directories of the disk are never recorded, so a path lies
// in directories of the disk up to the first that the schedule has made.
#pragma once

#include "kernel/file_records.h"

namespace omc {

constexpr size_t max_path = 1008;

struct FileName {
  uint32_t file;  // 0: the path is hidden
  uint16_t in_use;
  uint16_t length;
  char path[max_path];  // absolute, without links, ends with zero
};

enum class FoundName : uint8_t {
  nothing,   // no such file, in a directory that exists
  on_disk,   // as it was before the run
  recorded,  // the schedule has changed it
  outside,   // in /proc, /sys or /dev, or named through them: the kernel's affair
};

struct Target {
  FoundName what;
  bool needs_directory;    // the path ends with a slash
  bool in_made_directory;  // that the schedule has made
  FileNumber file;         // of what is recorded
  struct stat status;      // of what is on disk, links not followed
  char path[max_path];
};

// Where a call finds its file: 0, or an error. Does not follow the last link unless `follow`.
long find_target(long directory, const char* path, bool follow, Target& out);
// The path in /proc, /sys or /dev: no file of a schedule. /dev/shm is not meant.
bool is_outside(const char* path);
// A path below which programs are installed: omc takes it that no thread changes files there.
bool is_installed(const char* path);

// The path leads to the file from now on. False when there is no room; the run is then INCOMPLETE.
bool set_name(const char* path, FileNumber file);
// Nothing is at the path any more: what the disk has there is hidden.
bool remove_name(const char* path);
// The name in directory `folder` (with its length) after entry `at`, or null; moves `at`.
const FileName* next_name_in(const char* folder, size_t length, unsigned& at);
// The entry of a path, or null.
const FileName* name_at(const char* path);
// The path of a directory that the schedule has made.
const char* path_of_directory(FileNumber file);
// Every path below `from` lies below `to`, in directories that the schedule has made.
bool move_names(const char* from, const char* to);

}  // namespace omc
