/* Lets threads wait at random statements, for a moment that differs in each run: bugs that need an
   unusual order show sooner. DELAY_SEED repeats the choices of a thread, DELAY_EVERY sets how many
   statements lie between two delays. */
#include <errno.h>
#include <stdlib.h>
#include <time.h>

static unsigned setting(const char* name, unsigned otherwise) {
  const char* text = getenv(name);
  return text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

void omc_hook(const char* file, unsigned line, unsigned column) {
  static __thread unsigned random, every;
  if (!every) random = setting("DELAY_SEED", (unsigned)time(NULL)), every = setting("DELAY_EVERY", 100);
  (void)file;
  random = random * 1664525 + 1013904223 + line + column;
  if ((random >> 8) % every) return;
  int error = errno;
  struct timespec moment = {0, (long)(random >> 12) % 1000000};
  nanosleep(&moment, NULL);
  errno = error;
}
