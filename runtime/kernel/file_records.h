// The files that a schedule has changed or may change: their content and their metadata. Each has a
// record in a table, and 4 GiB of addresses for its content, both in memory that is watched. So
// files are part of the state, go back with it, cost what is written to them, and never reach the
// disk. A file that was there before the run is mapped privately: what is not written is read
// through.
//
// A shared mapping of a file is the content itself. All mappings of a file lie at one address, so
// they and the calls that read and write the file agree, and an access has one address.
//
// The place of a record follows from the file's identity, not from the order of calls. A record
// that is not in use is zero.
#pragma once

#include <sys/stat.h>

#include <cstdint>

#include "platform/address_space.h"

namespace omc {

using FileNumber = unsigned;  // of a record, from 1; 0: none

// Pages of a file that the program has mapped; several such mappings may overlap.
struct FileMapping {
  uint32_t first, last;  // pages [first, last)
  int32_t protection;    // as the program sees it
  bool is_used;
};
constexpr unsigned max_file_mappings = 16;

struct FileLock {
  uint16_t owner;  // an open file of the world; 0: none
  bool is_range;   // F_OFD_SETLK, otherwise flock
  bool is_exclusive;
  int64_t begin, end;
};
constexpr unsigned max_file_locks = 16;

struct FileRecord {
  uint32_t mode;  // type and permissions, as in a struct stat; 0: the record is free
  uint32_t links;
  uint32_t opened;    // open files that lead to it
  uint32_t attached;  // mappings of memory of System V
  uint32_t owner, group;
  uint32_t seals;
  int32_t key;      // of memory of System V
  bool is_segment;  // it is such memory
  int64_t size;
  int64_t backed;           // bytes of content that are read through
  uint64_t device, number;  // of the file that was there before the run; 0: there was none
  timespec accessed, modified, changed;
  FileMapping mappings[max_file_mappings];
  FileLock locks[max_file_locks];
};

// Maps the tables. Called once, before the program starts.
void open_file_records();

const FileRecord& record_of(FileNumber file);
// The same, to be changed.
FileRecord& change_record(FileNumber file);
inline bool is_directory(FileNumber file) { return S_ISDIR(record_of(file).mode); }
inline bool is_link(FileNumber file) { return S_ISLNK(record_of(file).mode); }

// A new empty file; 0 when there is no room, and the run is then INCOMPLETE.
FileNumber make_file(uint64_t identity, uint32_t mode);
// The record of a file that was there before the run, or 0.
FileNumber adopted_file(const struct stat& status);
// The same, made if there is none. `fd` can be read, and leads to it. With `empty`, its content is
// about to be truncated.
FileNumber adopt_file(const struct stat& status, long fd, bool empty);
// Frees the record if nothing leads to the file any more.
void drop_if_unused(FileNumber file);

// ---- Content ----

inline uintptr_t content_of(FileNumber file) {
  return file_contents_begin + (file - 1) * max_file_size;
}
inline FileNumber file_at(uintptr_t address) {
  return static_cast<FileNumber>((address - file_contents_begin) / max_file_size + 1);
}
// The number of bytes read, or an error.
long read_content(FileNumber file, void* out, size_t n, int64_t at);
long write_content(FileNumber file, const void* bytes, size_t n, int64_t at);
long resize(FileNumber file, int64_t size);
// Time stamps of a change: now.
void touch(FileNumber file);

// The program may access pages [first, last) again as its mappings and the size say.
void protect_content(FileNumber file, uint32_t first, uint32_t last);
bool is_mapped(FileNumber file);
// The address is mapped, and lies in a page behind the end of the file: accessing it is SIGBUS.
bool is_behind_end(uintptr_t address);

void fill_status(FileNumber file, struct stat& out);

}  // namespace omc
