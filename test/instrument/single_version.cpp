// Without optimisation, a function whose two versions would be the same is compiled once, and one that is called only here, and
// so only by its versions, has no third body that chooses. Both keep compile time near that of a plain compiler.
//
// RUN: rm -rf %t && mkdir -p %t/system && split-file %s %t
// RUN: %omc-cxx -O0 -g -isystem %t/system -c %t/main.cpp -o %t/main.o
// RUN: nm -C %t/main.o | sed -nE 's/^[0-9a-f]+ [TtWw] //p' | sort > %t/names
// RUN: FileCheck %s < %t/names
// RUN: %omc-cxx -O0 -g -pthread -isystem %t/system %t/main.cpp -o %t/main
// RUN: %t/main && %expect-exit 1 %omc check %t/main | FileCheck %s --check-prefix=RACE
// RACE: data-race: global is written by thread 1 and read by thread 0
//
// CHECK-NOT: adds(int, int) [clone
// CHECK:     adds(int, int)
// CHECK-NOT: adds(int, int) [clone
// CHECK:     adds_by_itself(int) [clone .omc]
// CHECK-NEXT: adds_by_itself(int) [clone .plain]
// CHECK-NEXT: called(int*) [clone .omc]
// CHECK-NEXT: called(int*) [clone .plain]
// CHECK-NEXT: calls_another(int)
// CHECK-NEXT: calls_another(int) [clone .omc]
// CHECK-NEXT: calls_another(int) [clone .plain]
// CHECK-NEXT: even(int)
// CHECK-NEXT: fills(int*)
// CHECK-NEXT: fills(int*) [clone .omc]
// CHECK-NEXT: fills(int*) [clone .plain]
// CHECK-NEXT: gives_away(int)
// CHECK-NEXT: gives_away(int) [clone .omc]
// CHECK-NEXT: gives_away(int) [clone .plain]
// CHECK-NOT:  odd(int) [clone
// CHECK:      odd(int){{$}}
// CHECK-NOT:  odd(int) [clone
// CHECK:      taken(int*){{$}}
// CHECK-NEXT: taken(int*) [clone .omc]
// CHECK-NEXT: taken(int*) [clone .plain]

//--- system/functions.h
#pragma once
int adds(int a, int b) { return a + b; }
bool odd(int);
bool even(int n) { return n == 0 || odd(n - 1); }
bool odd(int n) { return n != 0 && even(n - 1); }
void fills(int*);
int gives_away(int n) {
  fills(&n);
  return n;
}
inline int called(int* p) { return *p; }
inline int taken(int* p) { return *p; }
extern int global;
int calls_another(int) { return adds(called(&global), 1); }

//--- main.cpp
#include "functions.h"
#include <thread>

int global;
void fills(int* p) { *p = 3; }
static int adds_by_itself(int n) { return n == 0 ? adds(0, 0) : adds_by_itself(n - 1); }
int (*by_address)(int*) = taken;

int main() {
  std::thread other([] { global++; });
  int n = calls_another(0);
  other.join();
  return adds(n, gives_away(0)) + adds_by_itself(2) + by_address(&global) + even(4) > 0 ? 0 : 1;
}
// COVERS: instrumenter/pass/single_version
