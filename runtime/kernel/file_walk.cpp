// Walks a path, component by component, through the names that the schedule has changed and the
// disk (kernel/file_names.h).
#include <errno.h>
#include <fcntl.h>

#include <cstring>
#include <initializer_list>

#include "kernel/descriptor_table.h"
#include "kernel/file_names.h"
#include "kernel/open_files.h"
#include "platform/raw_syscall.h"

namespace omc {
namespace {

constexpr unsigned most_links = 40;

// What is left of a path, from `at` on. A link puts its text before it.
struct Rest {
  char text[4096];
  char* at;
};

bool begins_with(const char* path, const char* folder) {
  size_t n = strlen(folder);
  return !strncmp(path, folder, n) && (path[n] == '/' || !path[n]);
}

bool prepend(Rest& rest, const char* text, size_t n) {
  size_t left = strlen(rest.at);
  if (n + 1 + left >= sizeof rest.text) return false;
  memmove(rest.text + n + 1, rest.at, left + 1);
  memcpy(rest.text, text, n);
  rest.text[n] = '/';
  rest.at = rest.text;
  return true;
}

// Takes the next component; empty at the end.
const char* take_component(Rest& rest, size_t& n) {
  while (*rest.at == '/') rest.at++;
  const char* begin = rest.at;
  while (*rest.at && *rest.at != '/') rest.at++;
  n = static_cast<size_t>(rest.at - begin);
  return begin;
}

bool is_last(const Rest& rest) { return !rest.at[strspn(rest.at, "/")]; }

void go_up(char* path) {
  if (char* end = strrchr(path, '/')) *end = 0;
}

bool append(char* path, const char* component, size_t n) {
  size_t length = strlen(path);
  if (length + n + 2 > max_path) return false;
  path[length] = '/';
  memcpy(path + length + 1, component, n);
  path[length + 1 + n] = 0;
  return true;
}

// Where a relative path begins.
long set_start(long directory, Target& out) {
  if (static_cast<int>(directory) == AT_FDCWD) {  // the upper half of a register may be anything
    long n = raw_syscall(SYS_getcwd, as_long(out.path), max_path);
    if (is_error(n)) return n == -ERANGE ? -ENAMETOOLONG : n;
  } else {
    const OpenFile* file = file_of(static_cast<int>(directory));
    const char* path = file && file->file ? path_of_directory(file->file) : path_of(directory);
    if (!*path) return file ? -ENOENT : -EBADF;
    if (*path != '/') return -ENOTDIR;
    if (strlen(path) >= max_path) return -ENAMETOOLONG;
    strcpy(out.path, path);
    out.in_made_directory = file && file->file;
  }
  if (!strcmp(out.path, "/")) out.path[0] = 0;
  return 0;
}

// What is at out.path.
long look(Target& out) {
  out.file = 0;
  if (const FileName* entry = name_at(out.path)) {
    out.file = entry->file;
    out.what = entry->file ? FoundName::recorded : FoundName::nothing;
    return 0;
  }
  out.what = FoundName::nothing;
  if (out.in_made_directory) return 0;
  const char* path = *out.path ? out.path : "/";
  long error = raw_syscall(SYS_lstat, as_long(path), as_long(&out.status));
  if (is_error(error)) return error == -ENOENT ? 0 : error;
  out.what = FoundName::on_disk;
  if ((out.file = adopted_file(out.status))) out.what = FoundName::recorded;
  return 0;
}

bool is_link(const Target& at) {
  return at.what == FoundName::recorded
             ? omc::is_link(at.file)
             : at.what == FoundName::on_disk && S_ISLNK(at.status.st_mode);
}
bool is_directory(const Target& at) {
  return at.what == FoundName::recorded
             ? omc::is_directory(at.file)
             : at.what == FoundName::on_disk && S_ISDIR(at.status.st_mode);
}

// The text of the link at out.path goes before the rest; the walk is in the link's directory again.
long follow_link(Target& out, Rest& rest) {
  static char text[4096];
  long n = out.what == FoundName::recorded
               ? read_content(out.file, text, sizeof text, 0)
               : raw_syscall(SYS_readlink, as_long(out.path), as_long(text), sizeof text);
  if (is_error(n)) return n;
  if (!prepend(rest, text, static_cast<size_t>(n))) return -ENAMETOOLONG;
  if (*text == '/')
    out.path[0] = 0, out.in_made_directory = false;
  else
    go_up(out.path);
  return 0;
}

// Whether the directory that the walk is in was made by the schedule.
bool is_made_directory(const Target& at) {
  const FileName* entry = *at.path ? name_at(at.path) : nullptr;
  return entry && entry->file;
}

}  // namespace

bool is_outside(const char* path) {
  return begins_with(path, "/proc") || begins_with(path, "/sys") ||
         (begins_with(path, "/dev") && !begins_with(path, "/dev/shm"));
}

bool is_installed(const char* path) {
  if (strstr(path, "/..")) return false;
  for (const char* folder : {"/usr", "/lib", "/lib64", "/etc", "/bin", "/sbin"})
    if (begins_with(path, folder)) return true;
  return false;
}

long find_target(long directory, const char* path, bool follow, Target& out) {
  static Rest rest;
  out.what = FoundName::nothing;
  out.in_made_directory = out.needs_directory = false;
  out.path[0] = 0;
  if (!*path) return -ENOENT;
  if (strlen(path) >= sizeof rest.text) return -ENAMETOOLONG;
  rest.at = strcpy(rest.text, path);
  if (*path != '/')
    if (long error = set_start(directory, out)) return error;
  size_t length = strlen(path);
  out.needs_directory = path[length - 1] == '/' || !strcmp(path, ".") || !strcmp(path, "..");
  if (long error = look(out)) return error;
  for (unsigned links = 0;;) {
    size_t n;
    const char* component = take_component(rest, n);
    if (!n) return 0;
    if (!is_directory(out)) return out.what == FoundName::nothing ? -ENOENT : -ENOTDIR;
    out.in_made_directory = is_made_directory(out);
    bool is_up = n == 2 && component[0] == '.' && component[1] == '.';
    if (is_up)
      go_up(out.path);
    else if (n != 1 || component[0] != '.')
      if (!append(out.path, component, n)) return -ENAMETOOLONG;
    if (is_up) out.in_made_directory = false;  // an entry leads to such a directory
    bool may_lead_to_memory = !strcmp(out.path, "/dev") && !is_last(rest);  // /dev/shm
    if (is_outside(out.path) && !may_lead_to_memory) return out.what = FoundName::outside, 0;
    if (long error = look(out)) return error;
    if (!is_link(out) || (is_last(rest) && !follow && !out.needs_directory)) continue;
    if (++links > most_links) return -ELOOP;
    if (long error = follow_link(out, rest)) return error;
    if (long error = look(out)) return error;
  }
}

}  // namespace omc
