// Functions on descriptors, streams and files: rows in libc/io.def.
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include "libc/interpose.h"
#include "libc/rows_as_next.h"
#include "races/lifetimes.h"

namespace omc {

#include "libc/io.def"

namespace {

// ---- Lists of parts ----

void record_list(const iovec* parts, int count, const void* pc) {
  if (count > 0) record_read(parts, static_cast<size_t>(count) * sizeof *parts, pc);
}

// `n` bytes have been written into the parts, one after the other; none if it is negative.
void record_filled(const iovec* parts, int count, ssize_t n, const void* pc) {
  size_t left = n > 0 ? static_cast<size_t>(n) : 0;
  for (int i = 0; i < count && left; i++) {
    size_t here = parts[i].iov_len < left ? parts[i].iov_len : left;
    record_write(parts[i].iov_base, here, pc);
    left -= here;
  }
}

void record_sent(const iovec* parts, int count, const void* pc) {
  record_read(parts, static_cast<size_t>(count) * sizeof *parts, pc);
  for (int i = 0; i < count; i++) record_read(parts[i].iov_base, parts[i].iov_len, pc);
}

// ---- What descriptors are ready for: poll reads the question and writes the answer beside it ----

void record_questions(const pollfd* asked, nfds_t n, const void* pc) {
  for (nfds_t i = 0; i < n; i++) record_read(&asked[i], offsetof(pollfd, revents), pc);
}
void record_answers(const pollfd* asked, nfds_t n, const void* pc) {
  for (nfds_t i = 0; i < n; i++) record_write(&asked[i].revents, sizeof asked[i].revents, pc);
}

void record_set(const fd_set* set, int n, const void* pc) {
  size_t words = (static_cast<size_t>(n < 0 ? 0 : n) + NFDBITS - 1) / NFDBITS;
  if (set) record_write(set, words * sizeof(fd_mask), pc);
}

// ---- Results in blocks that the C library has allocated ----

void record_line(char** line, size_t* room, ssize_t n, const void* pc) {
  record_write(line, sizeof *line, pc);
  record_write(room, sizeof *room, pc);
  if (n < 0) return;
  allocated_by_malloc(*line, pc);
  record_write(*line, static_cast<size_t>(n) + 1, pc);
}

void record_path(char* to, char* result, const void* pc) {
  if (result && to)
    record_write(result, text_length(result) + 1, pc);
  else if (result)
    allocated_by_malloc(result, pc);
}

}  // namespace

#include "libc/rows_as_functions.h"

#include "libc/io.def"

}  // namespace omc
