// A time limit for waits: a second from now, which may come before or after anything else that happens.
#pragma once
#include <time.h>

static struct timespec soon(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_sec++;
  return time;
}
