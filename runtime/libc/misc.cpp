// Functions with results in memory, and functions that keep something for all threads without a
// lock of their own.
#include <arpa/inet.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "libc/interpose.h"

namespace omc {
namespace {

void has_written(const void* to, size_t n, const void* pc) {
  if (to && counts()) count_write(to, n, pc);
}

}  // namespace

// ---- Numbers ----

COUNTED(int, rand_r, (unsigned* seed)) {
  if (counts()) count_write(seed, sizeof *seed, CALLER);
  return real_rand_r()(seed);
}
#define PARTS(type, suffix)                               \
  COUNTED(type, frexp##suffix, (type x, int* exponent)) { \
    has_written(exponent, sizeof *exponent, CALLER);      \
    return real_frexp##suffix()(x, exponent);             \
  }                                                       \
  COUNTED(type, modf##suffix, (type x, type * whole)) {   \
    has_written(whole, sizeof *whole, CALLER);            \
    return real_modf##suffix()(x, whole);                 \
  }
PARTS(float, f)
PARTS(double, )

// What these keep from one call to the next, for all threads; only its address is used.
extern "C" char state_of_drand48;
char state_of_drand48;
#define DRAWS(type, name)                                            \
  COUNTED(type, name, ()) {                                          \
    has_written(&state_of_drand48, sizeof state_of_drand48, CALLER); \
    return real_##name()();                                          \
  }
DRAWS(double, drand48)
DRAWS(long, lrand48)
DRAWS(long, mrand48)
COUNTED(void, srand48, (long seed)) {
  has_written(&state_of_drand48, sizeof state_of_drand48, CALLER);
  real_srand48()(seed);
}

// ---- The environment, which a change may move ----

COUNTED(char*, getenv, (const char* name)) {
  if (counts()) count_text(name, CALLER), count_read(&environ, sizeof environ, CALLER);
  return real_getenv()(name);
}
COUNTED(int, setenv, (const char* name, const char* value, int replaces)) {
  if (counts())
    count_text(name, CALLER), count_text(value, CALLER),
        count_write(&environ, sizeof environ, CALLER);
  return real_setenv()(name, value, replaces);
}
COUNTED(int, unsetenv, (const char* name)) {
  if (counts()) count_text(name, CALLER), count_write(&environ, sizeof environ, CALLER);
  return real_unsetenv()(name);
}
COUNTED(int, putenv, (char* text)) {
  if (counts()) count_text(text, CALLER), count_write(&environ, sizeof environ, CALLER);
  return real_putenv()(text);
}

// ---- Addresses ----

COUNTED(int, inet_pton, (int family, const char* text, void* to)) {
  if (counts()) count_text(text, CALLER);
  int result = real_inet_pton()(family, text, to);
  if (result == 1) has_written(to, family == AF_INET6 ? sizeof(in6_addr) : sizeof(in_addr), CALLER);
  return result;
}
COUNTED(int, inet_aton, (const char* text, in_addr* to)) {
  if (counts()) count_text(text, CALLER);
  int result = real_inet_aton()(text, to);
  if (result) has_written(to, sizeof *to, CALLER);
  return result;
}
COUNTED(const char*, inet_ntop, (int family, const void* address, char* to, socklen_t room)) {
  if (counts())
    count_read(address, family == AF_INET6 ? sizeof(in6_addr) : sizeof(in_addr), CALLER);
  const char* result = real_inet_ntop()(family, address, to, room);
  if (result) has_written(to, text_length(to) + 1, CALLER);
  return result;
}

// ---- Times ----

COUNTED(time_t, timegm, (tm * time)) {
  has_written(time, sizeof *time, CALLER);
  return real_timegm()(time);
}
COUNTED(char*, asctime_r, (const tm* time, char* to)) {
  if (counts()) count_read(time, sizeof *time, CALLER);
  char* result = real_asctime_r()(time, to);
  if (result) has_written(to, text_length(to) + 1, CALLER);
  return result;
}
COUNTED(char*, ctime_r, (const time_t* time, char* to)) {
  if (counts()) count_read(time, sizeof *time, CALLER);
  char* result = real_ctime_r()(time, to);
  if (result) has_written(to, text_length(to) + 1, CALLER);
  return result;
}
COUNTED(char*, strptime, (const char* text, const char* format, tm* to)) {
  if (counts()) count_text(text, CALLER), count_text(format, CALLER);
  char* end = real_strptime()(text, format, to);
  has_written(to, sizeof *to, CALLER);
  return end;
}
COUNTED(int, clock_getres, (clockid_t clock, timespec* to)) {
  int result = real_clock_getres()(clock, to);
  if (!result) has_written(to, sizeof *to, CALLER);
  return result;
}

}  // namespace omc
