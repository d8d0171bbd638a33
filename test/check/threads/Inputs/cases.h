// A program with several cases: the first argument says which.
#pragma once
#include <cstring>
#include <thread>

// Runs the two at the same time.
template <class A, class B>
void both(A a, B b) {
  std::thread first(a), second(b);
  first.join();
  second.join();
}

struct Case {
  const char* name;
  void (*run)();
};

// 2 is no outcome of any test, so a name that is not there fails.
template <size_t n>
int run_case(const Case (&cases)[n], const char* name) {
  for (const Case& one : cases)
    if (!std::strcmp(one.name, name)) return one.run(), 0;
  return 2;
}
