/* GCC has no overlay of files as clang has. This library is loaded into it (LD_PRELOAD) and
   replaces `open`: for a file that omc has instrumented, it opens the memory file with the new
   text. Names in messages, debug information and depfiles stay what they are.

   OMC_FILES is a descriptor of a table. A line has three numbers: device and inode of a file, and
   the descriptor of its new text. The first line has zeros and the descriptor of the replacement
   log, which gets a byte when a text was replaced: so omc knows that the library was loaded. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct replaced {
  unsigned long long device, inode;
  int text;
};

static struct replaced* files;
static int file_count, replacement_log;

static int open_really(const char* path, int flags, unsigned mode) {
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

static int open_descriptor(int descriptor) {
  char path[40];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return open_really(path, O_RDONLY, 0);
}

/* Runs before main, where GCC has one thread. */
__attribute__((constructor)) static void read_table(void) {
  const char* variable = getenv("OMC_FILES");
  int table = variable ? open_descriptor(atoi(variable)) : -1;
  struct stat status;
  if (table < 0 || fstat(table, &status)) return;
  char* text = calloc(1, (size_t)status.st_size + 1);
  files = calloc((size_t)status.st_size / 6 + 1, sizeof *files);
  if (!text || !files || read(table, text, (size_t)status.st_size) != status.st_size) return;
  close(table);
  for (char* line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
    struct replaced file;
    if (sscanf(line, "%llu %llu %d", &file.device, &file.inode, &file.text) != 3) continue;
    if (!file.device && !file.inode)
      replacement_log = file.text;
    else
      files[file_count++] = file;
  }
  free(text);
}

static int replace(int descriptor) {
  struct stat status;
  if (descriptor < 0 || !file_count || fstat(descriptor, &status)) return descriptor;
  for (int i = 0; i < file_count; i++) {
    if (files[i].device != status.st_dev || files[i].inode != status.st_ino) continue;
    int text = open_descriptor(files[i].text);
    if (text < 0 || write(replacement_log, "", 1) != 1) return descriptor;
    close(descriptor);
    return text;
  }
  return descriptor;
}

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  unsigned mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, unsigned) : 0;
  va_end(arguments);
  int descriptor = open_really(path, flags, mode);
  return (flags & O_ACCMODE) == O_RDONLY ? replace(descriptor) : descriptor;
}

int open64(const char* path, int flags, ...) __attribute__((alias("open")));
