// A library without hooks.
#include <atomic>
extern "C" void call(void (*back)(void*), void* argument) { back(argument); }
// Waits until another thread has made it nonzero, without a call that anybody knows of.
extern "C" void spin(int* word) {
  while (std::atomic_ref<int>(*word).load() == 0) {
  }
}
