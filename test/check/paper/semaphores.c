// The paper's semaphores: up(i) raises s_i and blocks while it is up; down(i) lowers it and never blocks.
// RUN: %build-c
// Each raises one and then the other's: both block.
// RUN: %verdict deadlock -- %t opposite
// RUN: %verdict deadlock -- --search exhaustive --granularity statement %t opposite
// In the same order, neither can.
// RUN: %verdict ok --outcomes '3' -- %t same
// The semaphore is up, and the thread that could lower it has ended.
// RUN: %verdict deadlock -- %t ended
// Lowering what is down does nothing, and the first up after it passes.
// RUN: %verdict ok --outcomes '1' -- %t twice
// A blocked thread goes on when the other lowers the semaphore, not before.
// RUN: %verdict ok --outcomes 'ab' -- %t handover
#include <omc.h>
#include <stdio.h>
#include <string.h>

static int x = 1;

static void zero_one(void* unused) {
  omc_up(0);
  omc_up(1);
  x++;
  omc_down(1);
  omc_down(0);
}

static void one_zero(void* unused) {
  omc_up(1);
  omc_up(0);
  x++;
  omc_down(0);
  omc_down(1);
}

static void raise_only(void* unused) { omc_up(0); }

static void raise_twice(void* unused) {
  omc_down(3);
  omc_down(3);
  omc_up(3);
}

static void print_then_lower(void* unused) {
  putchar('a');
  omc_down(4);
}

static void raise_then_print(void* unused) {
  omc_up(4);
  putchar('b');
}

static void nothing(void* unused) {}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  void (*opposite[])(void*) = {zero_one, one_zero};
  void (*same[])(void*) = {zero_one, zero_one};
  void (*ended[])(void*) = {raise_only, raise_only};
  void (*twice[])(void*) = {raise_twice, nothing};
  void (*handover[])(void*) = {print_then_lower, raise_then_print};
  omc_sem_init(4, 1);
  if (!strcmp(argv[1], "opposite")) omc_run_threads(2, opposite, NULL);
  if (!strcmp(argv[1], "same")) omc_run_threads(2, same, NULL);
  if (!strcmp(argv[1], "ended")) omc_run_threads(2, ended, NULL);
  if (!strcmp(argv[1], "twice")) omc_run_threads(2, twice, NULL);
  if (!strcmp(argv[1], "handover")) omc_run_threads(2, handover, NULL);
  if (strcmp(argv[1], "handover")) printf("%d", x);
  return 0;
}
// COVERS: sync/paper_semaphore
