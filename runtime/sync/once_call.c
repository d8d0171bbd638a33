/* Runs a routine that may throw. In C, because a cleanup in C does not need the C++ library. */
static void reset(int** control) {
  if (*control) **control = 0;
}

__attribute__((visibility("hidden"))) void omc_run_once(int* control, void (*routine)(void)) {
  __attribute__((cleanup(reset))) int* running = control;
  routine();
  running = 0;
}
