// The programs of docs/one-page on libomc-buddy, with its output: outcomes, bugs and counts.
#include <omc/buddy.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct common {
  size_t used;
  char out[132];
  int length, x, inside, own[64], up[4];
};
static struct common* c;
static const char* words[64];
static const char* name;

static void hook(void) { omc_buddy_hook(NULL, 0, name); }

static void up(int i) {
  char what[32];
  snprintf(what, sizeof what, "semaphore %d", i);
  while (c->up[i]) omc_buddy_wait(&c->up[i], OMC_BUDDY_EQ, 0, 0, NULL, 0, name, what);
  c->up[i] = 1;
}
static void down(int i) { c->up[i] = 0; }

static void put_string(int t) {
  for (const char* s = words[t]; *s; s++) hook(), c->out[c->length++] = *s;
}
static void count_own(int t) {
  for (int i = 0; i < atoi(words[t]); i++) hook(), c->own[t]++;
}
static void one_or_two(int t) { hook(), c->x = t ? c->x * 2 : c->x + 1; }
static void enter_unlocked(int t) {
  (void)t;
  hook(), c->inside++;
  hook(), c->x++;
  hook(), c->inside--;
}
static void enter_locked(int t) {
  hook(), up(0);
  enter_unlocked(t);
  hook(), down(0);
}
static void lock_both(int t) {
  int first = words[t][0] - '0', second = words[t][1] - '0';
  hook(), up(first);
  hook(), up(second);
  hook(), c->x++;
  hook(), down(second);
  hook(), down(first);
}
static void forever(int t) { t == 0 ? lock_both(t) : count_own(t); }
static void crash(int t) {
  hook();
  if (t == 1 && c->x == 2) *(volatile int*)8 = 1;
  hook(), c->x = 2;
}
static void leaves(int t) {
  hook();
  if (t == 1) exit(3);
  hook();
}
static void spins(int t) {
  hook();
  while (t == 1) {
  }
}
static void chooses(int t) {
  hook();
  int n = omc_buddy_choose(3, NULL, 0, name);
  c->x = c->x * 10 + n + t;
}
static void sleeps(int t) {
  hook();
  if (t == 0) c->x = omc_buddy_wait(&c->up[0], OMC_BUDDY_NE, 0, 1, NULL, 0, name, "a limit") ? 5 : 6;
  if (t == 1) c->up[0] = 1;
}

static const struct program {
  const char* name;
  void (*run)(int);
  const char* words[2];
} programs[] = {{"strings", put_string, {0, 0}}, {"count", count_own, {0, 0}},
                {"race", one_or_two, {"", ""}},  {"nolock", enter_unlocked, {"", ""}},
                {"lock", enter_locked, {"", ""}}, {"deadlock", lock_both, {"01", "10"}},
                {"order", lock_both, {"01", "01"}}, {"forever", forever, {"00", "1"}},
                {"crash", crash, {"", ""}},      {"exit", leaves, {"", ""}},
                {"spin", spins, {"", ""}},       {"choose", chooses, {"", ""}},
                {"sleep", sleeps, {"", ""}}};
static const struct program* program;

static void run(int t, void* context) {
  (void)context;
  program->run(t);
}
static int one_inside(void* context) {
  (void)context;
  return c->inside > 1;
}
static void print(const char* kind, const char* schedule) {
  printf("%s out=%s x=%d up=%d%d%d%d | %s\n", kind, c->out, c->x, c->up[0], c->up[1], c->up[2],
         c->up[3], schedule);
}
static int outcome(const char* schedule, void* context) {
  (void)context;
  print("outcome", schedule);
  return 0;
}
static void bug(const omc_buddy_bug* b, void* context) {
  (void)context;
  print(b->kind, b->schedule);
  if (b->message[0]) printf("message %s\n", b->message);
  if (b->other[0]) printf("other %s\n", b->other);
}
static void step(const omc_buddy_step* s, void* context) {
  (void)context;
  printf("step %d x=%d %s\n", s->thread, c->x, s->waits);
}

int main(int argc, char** argv) {
  omc_buddy_options options = {.version = OMC_BUDDY_VERSION, .threads = 2, .all = 1};
  int next = 1;
  for (; next < argc && argv[next][0] == '-'; next++) {
    if (!strcmp(argv[next], "--exhaustive")) options.search = OMC_BUDDY_EXHAUSTIVE;
    if (!strcmp(argv[next], "--random")) options.search = OMC_BUDDY_RANDOM;
    if (!strcmp(argv[next], "--races")) options.races = 1;
    if (!strcmp(argv[next], "--replay")) options.search = OMC_BUDDY_REPLAY, options.schedule = argv[++next];
    if (!strcmp(argv[next], "--steps")) options.max_steps = strtoull(argv[++next], NULL, 10);
    if (!strcmp(argv[next], "--seconds")) options.step_seconds = strtod(argv[++next], NULL);
  }
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
    if (next < argc && !strcmp(argv[next], programs[i].name)) program = &programs[i];
  if (!program) return 2;
  name = program->name;
  for (int i = 0; i < 2; i++) words[i] = program->words[i];
  if (!words[0]) options.threads = 0;
  for (next++; !program->words[0] && next < argc; next++) words[options.threads++] = argv[next];
  c = omc_buddy_shared(sizeof *c);
  c->used = sizeof *c;
  c->x = 1;
  options.run = run;
  options.condition = one_inside;
  options.outcome = outcome;
  options.bug = bug;
  options.step = step;
  omc_buddy_result result;
  int verdict = omc_buddy_check(&options, &result);
  printf("hooks %llu\ninterleavings %llu\nverdict %d %s\n", result.hooks, result.executions, verdict,
         result.reason);
  fprintf(stderr, "states %llu steps %llu forks %llu most %d\n", result.states, result.steps, result.forks, result.max_processes);
  fflush(stdout);
  return verdict;
}
