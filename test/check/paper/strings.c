// The paper's second version: any two strings, by a function with a loop. The one-page original is an
// independent oracle: it, the exhaustive and the pruned search give the same outcomes.
// RUN: %clang -O2 -o %t.page %source/docs/one-page/one_page.c && %build-c
// RUN: %python %S/Inputs/same_outcomes.py %t.page %omc %t ab 12
// RUN: %python %S/Inputs/same_outcomes.py %t.page %omc %t abc 1
// RUN: %python %S/Inputs/same_outcomes.py %t.page %omc %t aba ab
// RUN: %python %S/Inputs/same_outcomes.py %t.page %omc %t aaa aaa
// RUN: %python %S/Inputs/same_outcomes.py %t.page %omc %t "" xyz
#include <omc.h>
#include <stdio.h>

static void print(void* string) {
  for (const char* s = string; *s; s++) putchar(*s);
}

int main(int argc, char** argv) {
  void (*threads[])(void*) = {print, print};
  void* strings[] = {argv[1], argv[2]};
  omc_run_threads(argc - 1, threads, strings);
  return 0;
}
// COVERS: search/explore report/outcomes
