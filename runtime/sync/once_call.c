/* Runs a routine that may leave by an exception. In C, because a cleanup in C needs nothing of the
 * C++ library. */
static void give_up(int** control) {
  if (*control) **control = 0;
}

__attribute__((visibility("hidden"))) void omc_run_once(int* control, void (*routine)(void)) {
  __attribute__((cleanup(give_up))) int* running = control;
  routine();
  running = 0;
}
