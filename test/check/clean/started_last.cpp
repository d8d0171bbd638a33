// The last that main does is to start a thread: that may have printed before the program ends, or not.
// RUN: %build && %verdict ok --races --outcomes '. thread' -- %t
// RUN: %verdict ok --outcomes '. thread' -- --granularity statement %t
#include <cstdio>
#include <thread>

int main() {
  std::thread([] { std::printf("thread"), std::fflush(stdout); }).detach();
}
// COVERS: entry/start steps/step
