// A reader that was compiled without omc: nobody sees that the pair is shared, so no statement of the writer may be passed.
// The same where the program was stripped, so that nobody knows what it is made of; where the reader is in a library, or in one
// that is loaded while the program runs; where it is left out on purpose; where it is written in assembler.
// RUN: %clang -O1 -c %S/Inputs/plain.c -o %t.o && %clang -O1 -shared -fPIC %S/Inputs/plain.c -o %t.so
// RUN: %omc-cxx -std=c++20 -O1 -g -pthread %s %t.o -o %t && %expect-exit 1 %omc check --check assert %t | FileCheck %s
// RUN: %omc-cxx -std=c++20 -O1 -g -pthread %s %t.so -o %t.linked && %expect-exit 1 %omc check --check assert %t.linked | FileCheck %s
// RUN: %omc-cxx -std=c++20 -O1 -g -pthread -DLOADED %s -o %t.loaded && %expect-exit 1 %omc check --check assert -- %t.loaded %t.so | FileCheck %s
// RUN: strip -s %t && %expect-exit 1 %omc check --check assert %t | FileCheck %s
// RUN: %omc-cxx -std=c++20 -O1 -g -pthread -DLEFT_OUT %s -o %t.left && %expect-exit 1 %omc check --check assert %t.left | FileCheck %s
// RUN: %omc-cxx -std=c++20 -O1 -g -pthread -DASSEMBLER %s -o %t.asm && %expect-exit 1 %omc check --check assert %t.asm | FileCheck %s
// CHECK: omc: 1 bug: assert
#include <dlfcn.h>
#include <omc.h>

#include <cassert>
#include <thread>

int pair[2];

#ifdef LOADED
int (*first_before_second)(const int*);
#elif defined LEFT_OUT
OMC_NO_INSTRUMENT int first_before_second(const int* pair) { return pair[0] && !pair[1]; }
#elif defined ASSEMBLER
int first_before_second(const int* pair) {
  int first, second;
  asm("movl (%2), %0\n\tmovl 4(%2), %1" : "=&r"(first), "=&r"(second) : "r"(pair) : "memory");
  return first && !second;
}
#else
extern "C" int first_before_second(const int* pair);
#endif

int main(int, char** argv) {
#ifdef LOADED
  void* library = dlopen(argv[1], RTLD_NOW);
  assert(library);
  first_before_second = reinterpret_cast<int (*)(const int*)>(dlsym(library, "first_before_second"));
#else
  (void)argv;
#endif
  std::thread reader([] { assert(!first_before_second(pair)); });
  pair[0] = 1;
  pair[1] = 1;
  reader.join();
}
// COVERS: sharing/instrumented_code world/assumptions
