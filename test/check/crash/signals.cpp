// Crashes in a thread, each in the one order that leads there.
// RUN: %build
// RUN: %verdict crash --message SIGSEGV -- %t null
// RUN: %verdict crash --message SIGFPE -- --check crash %t divide
// RUN: %verdict crash --message SIGILL -- %t trap
// RUN: %verdict crash --message 'stack overflow' -- %t overflow
// RUN: %verdict crash --message SIGSEGV -- %t main
// RUN: %verdict crash --message SIGSEGV -- --search exhaustive %t null
// RUN: %verdict ok --outcomes '. .!139' -- --check deadlock %t null
#include <omc.h>

#include <cstring>
#include <thread>

int number = 1;
int* volatile pointer = &number;
volatile int result;

OMC_NO_INSTRUMENT int deeper(volatile char* above) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(above[0] + 1);
  return deeper(frame) + frame[0];
}

void use(const char* what) {
  if (!std::strcmp(what, "null")) result = *pointer;
  if (!std::strcmp(what, "divide")) result = 7 / number;
  if (!std::strcmp(what, "trap") && !number) __builtin_trap();
  volatile char top = 0;
  if (!std::strcmp(what, "overflow") && !number) result = deeper(&top);
}

int main(int, char** argv) {
  std::thread user(use, argv[1]);
  pointer = nullptr;
  number = 0;
  if (!std::strcmp(argv[1], "main")) result = *pointer;
  pointer = &number;
  number = 1;
  user.join();
}
// COVERS: search/crash
