/* Prints each statement with the thread that executes it: a line each, as a shell does with -x.

     omc-cc --omc-mode=hook program.c tracer.o     (tracer.o: clang -c tracer.c) */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

void omc_hook(const char* file, unsigned line, unsigned column) {
  char text[512];
  int error = errno;
  int length = snprintf(text, sizeof text, "[%d] %s:%u:%u\n", gettid(), file, line, column);
  if (length > 0) write(STDERR_FILENO, text, (size_t)length);
  errno = error;
}
