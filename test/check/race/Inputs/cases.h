// What programs of many cases share: `program` lists them, `program NAME clean` and `program NAME broken` run one.
#pragma once
#include <cstdio>
#include <cstring>
#include <thread>

inline bool broken;  // leave the order out, or weaken it

struct Case {
  const char* name;
  void (*run)();
};

template <class A, class B>
void both(A a, B b) {
  std::thread first(a), second(b);
  first.join();
  second.join();
}

template <std::size_t N>
int run_case(const Case (&cases)[N], int argc, char** argv) {
  broken = argc > 2 && !std::strcmp(argv[2], "broken");
  for (const Case& one : cases) {
    if (argc < 3) std::puts(one.name);
    else if (!std::strcmp(one.name, argv[1])) one.run();
  }
  return 0;
}
