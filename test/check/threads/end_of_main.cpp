// The end of main is a step of its own while other threads run, with a return statement or without.
// COVERS: entry/start
//
// RUN: %build && %verdict ok --outcomes 'a ab ba' -- %t
// RUN: %build -DRETURN && %verdict ok --outcomes 'a ab ba' -- %t
#include <unistd.h>

#include <thread>

int main() {
  std::thread([] { (void)!write(1, "b", 1); }).detach();
  (void)!write(1, "a", 1);
#ifdef RETURN
  return 0;
#endif
}
