// Programs whose cases are right as they are and have a race when broken: `program` lists the cases, `program NAME clean`
// and `program NAME broken` run one.
#pragma once
#include <cstdio>

#include "../../threads/Inputs/cases.h"

inline bool broken;  // leave the order out, or weaken it

template <std::size_t n>
int run_case(const Case (&cases)[n], int argc, char** argv) {
  if (argc < 3) {
    for (const Case& one : cases) std::puts(one.name);
    return 0;
  }
  broken = !std::strcmp(argv[2], "broken");
  return run_case(cases, argv[1]);
}
