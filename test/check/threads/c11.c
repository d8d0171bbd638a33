// The threads of C11, which are POSIX threads by other names: thrd_, mtx_, cnd_, tss_ and call_once.
// RUN: %build-c
// RUN: %compare mutex_order -- %t order
// RUN: %compare mutex_try -- %t try
// RUN: %compare mutex_try -- %t timed
// RUN: %compare condition_signal -- %t signal
// RUN: %compare condition_broadcast -- %t broadcast
// RUN: %compare condition_timed -- %t wait-timed
// RUN: %compare c11_once -- %t once
// RUN: %compare join_detach -- %t detach
// RUN: %verdict ok --outcomes '37' -- %t result
// RUN: %verdict ok --outcomes '1' -- %t recursive
// RUN: %verdict ok --outcomes '1' -- %t tss
// RUN: %verdict ok --outcomes 'AB BA' -- %t tss-destructor
// RUN: %verdict deadlock -- %t again
// RUN: %verdict deadlock -- %t lost
// RUN: %verdict misuse -- %t unlock
// RUN: %verdict misuse -- %t join-twice
#include <stdio.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

mtx_t m;
cnd_t changed, all_wait;
once_flag flag = ONCE_FLAG_INIT;
tss_t key;
int ready, waiting, calls, right;

struct timespec soon(void) {
  struct timespec time;
  timespec_get(&time, TIME_UTC);
  time.tv_sec++;
  return time;
}

void say(void* name) { write(1, name, 1); }

int write_twice(void* name) {
  mtx_lock(&m);
  say(name);
  say(name);
  return mtx_unlock(&m);
}

int try_once(void* name) {
  if (mtx_trylock(&m) == thrd_busy) return say("-"), 0;
  say(name);
  return mtx_unlock(&m);
}

int try_soon(void* name) {
  struct timespec limit = soon();
  if (mtx_timedlock(&m, &limit) == thrd_timedout) return say("-"), 0;
  say(name);
  return mtx_unlock(&m);
}

int wait_once(void* name) {
  mtx_lock(&m);
  waiting++;
  cnd_signal(&all_wait);
  cnd_wait(&changed, &m);
  say(name);
  return mtx_unlock(&m);
}

void wait_for_both(void) {
  mtx_lock(&m);
  while (waiting < 2) cnd_wait(&all_wait, &m);
}

int wake_one_first(void* name) {
  wait_for_both();
  mtx_unlock(&m);
  cnd_signal(&changed);
  mtx_lock(&m);
  say(name);
  mtx_unlock(&m);
  return cnd_signal(&changed);
}

int wake_all(void* name) {
  wait_for_both();
  cnd_broadcast(&changed);
  say(name);
  return mtx_unlock(&m);
}

int wait_soon(void* name) {
  struct timespec limit = soon();
  mtx_lock(&m);
  int result = ready ? thrd_success : cnd_timedwait(&changed, &m, &limit);
  say(result == thrd_timedout ? "-" : name);
  return mtx_unlock(&m);
}

int make_ready(void* name) {
  mtx_lock(&m);
  ready = 1;
  say(name);
  mtx_unlock(&m);
  return cnd_signal(&changed);
}

void count_call(void) { calls++; }

int call_it_once(void* name) {
  call_once(&flag, count_call);
  if (calls != 1) say("?");
  say(name);
  return 0;
}

int give(void* number) {
  int n = *(char*)number == 'A' ? 3 : 7;
  if (n == 3) thrd_exit(n);
  return n;
}

int lock_twice(void* unused) {
  mtx_lock(&m);
  mtx_lock(&m);  // <- deadlock
  right += mtx_trylock(&m) == thrd_success;
  for (int i = 0; i < 3; i++) mtx_unlock(&m);
  return unused == NULL;
}

int keep_value(void* name) {
  tss_set(key, name);
  thrd_yield();
  right += tss_get(key) == name;
  return 0;
}

int wait_blindly(void* unused) {
  mtx_lock(&m);
  cnd_wait(&changed, &m);  // <- deadlock
  mtx_unlock(&m);
  return unused == NULL;
}

int unlock_free(void* unused) {
  mtx_unlock(&m);  // <- misuse
  return unused == NULL;
}

int nothing(void* unused) { return unused == NULL; }

struct Case {
  const char* name;
  thrd_start_t threads[3];
};

const struct Case cases[] = {
    {"order", {write_twice, write_twice}}, {"try", {try_once, try_once}}, {"timed", {try_soon, try_soon}},
    {"signal", {wait_once, wait_once, wake_one_first}}, {"broadcast", {wait_once, wait_once, wake_all}},
    {"wait-timed", {wait_soon, make_ready}}, {"once", {call_it_once, call_it_once}}, {"result", {give, give}},
    {"recursive", {lock_twice, nothing}}, {"tss", {keep_value, keep_value}}, {"tss-destructor", {keep_value, keep_value}},
    {"again", {lock_twice, nothing}}, {"lost", {wait_blindly, make_ready}}, {"unlock", {unlock_free, nothing}},
    {"join-twice", {nothing, nothing}}};

int say_once(void* name) {
  say(name);
  return 0;
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  static char names[] = "ABC";
  thrd_t threads[3];
  mtx_init(&m, !strcmp(what, "recursive") ? mtx_plain | mtx_recursive : mtx_timed);
  cnd_init(&changed);
  cnd_init(&all_wait);
  tss_create(&key, !strcmp(what, "tss-destructor") ? say : NULL);
  if (!strcmp(what, "detach")) {
    thrd_create(&threads[0], say_once, names);
    thrd_detach(threads[0]);
    say("m");
    return 0;
  }
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    if (strcmp(cases[i].name, what)) continue;
    int n = cases[i].threads[2] ? 3 : 2, results[3];
    for (int j = 0; j < n; j++) thrd_create(&threads[j], cases[i].threads[j], &names[j]);
    for (int j = 0; j < n; j++) thrd_join(threads[j], &results[j]);
    if (!strcmp(what, "join-twice")) thrd_join(threads[0], NULL);  // <- misuse
    if (!strcmp(what, "result")) printf("%d%d", results[0], results[1]);
    if (!strcmp(what, "recursive")) printf("%d", right);
    if (!strcmp(what, "tss")) printf("%d", right == 2 && !tss_get(key));
    return 0;
  }
  return 2;
}
// COVERS: sync/c11_abi
