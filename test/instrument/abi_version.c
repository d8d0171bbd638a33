// The version of the ABI is part of symbol names, so an object that another version of omc has compiled does not link.
// RUN: %omc-cc -O1 -c %s -o %t.o
// RUN: nm %t.o | FileCheck %s
// CHECK-DAG: U omc_awake_v[[VERSION:[0-9]+]]
// CHECK-DAG: U omc_fast_path_v{{[0-9]+}}
// RUN: nm %t.o | sed -nE 's/.* (omc_[a-z_]+_v)([0-9]+)$/\1\2 \10/p' > %t.symbols && objcopy --redefine-syms=%t.symbols %t.o %t.old.o
// RUN: %omc-cc %t.o -o %t.program && %t.program
// RUN: not %omc-cc %t.old.o -o %t.program 2>&1 | FileCheck --check-prefix=OLD %s
// OLD: undefined {{.*}}omc_awake_v0
int values[100];
int main(void) {
  for (int i = 0; i < 100; i++) values[i]++;
  return 0;
}
// COVERS: instrumenter/pass/abi
