// Two threads that count how often they looked at a lock: without the counters every order is another state; told
// to ignore them, the search needs fewer states and finds the same.
// RUN: %build-c
// RUN: %omc check %but-races -o - --json %t.all -j 1 %t > /dev/null && %omc check %but-races -o - --json %t.less -j 1 %t ignore > /dev/null
// RUN: %python -c 'import json, sys; a, b = (json.load(open(f)) for f in sys.argv[1:]); \
// RUN:     sys.exit(not (b["stats"]["states"] < a["stats"]["states"] and b["outcome_count"] == a["outcome_count"] == 1))' %t.all %t.less
// RUN: %verdict ok --races --outcomes done -- %t ignore
#include <omc.h>
#include <pthread.h>
#include <stdio.h>

int order, statistics[2];

void* count(void* which) {
  int me = *(int*)which;
  for (int i = 0; i < 3; i++) statistics[me] = ++order;
  return NULL;
}

int main(int argc, char** argv) {
  pthread_t one, two;
  int zero = 0, first = 1;
  if (argc > 1) {
    omc_ignore(&order, sizeof order);
    omc_ignore(statistics, sizeof statistics);
  }
  pthread_create(&one, NULL, count, &zero);
  pthread_create(&two, NULL, count, &first);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  printf("done");
  return argv[0] == NULL;
}
// COVERS: entry/api snapshot/pages search/state
