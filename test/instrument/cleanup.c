// __attribute__((cleanup)): runs on every way out, after the last statement.
// RUN: %omc-cc --omc-naive --omc-print %s | %text
// RUN: %same-c
// RUN: %same-c -std=gnu89
#include <stdio.h>
#include <stdlib.h>

static void leave(int* n) { printf("leave %d\n", *n); }
static void give_back(char** p) { free(*p); }
#define SCOPED __attribute__((cleanup(leave)))
// CHECK: {{^}}static void leave(int* n) { __omc_hook(29); printf("leave %d\n", *n); }
// CHECK-NEXT: {{^}}static void give_back(char** p) { __omc_hook(35); free(*p); }

static int scopes(int n) {
  SCOPED int outer = n;
  int __attribute__((cleanup(leave))) other = n + 1;
  char* text __attribute__((cleanup(give_back))) = malloc(10);
  if (n == 1) return outer;
  while (n-- > 0) { SCOPED int inner = n; if (inner == 2) continue; if (inner == 1) break; printf("round %d\n", inner); }
  { SCOPED int block = 100; if (n == 7) goto out; }
  sprintf(text, "%d", n);
  puts(text);
out:
  return other;
}
// CHECK: {{^}}  __omc_hook(3); SCOPED int outer = n;
// CHECK-NEXT: {{^}}  __omc_hook(3); int __attribute__((cleanup(leave))) other = n + 1;
// CHECK-NEXT: {{^}}  __omc_hook(3); char* text __attribute__((cleanup(give_back))) = malloc(10);
// CHECK-NEXT: {{^}}  __omc_hook(3); if (n == 1) { __omc_hook(15); return outer; }
// CHECK-NEXT: {{^}}  __omc_hook(3); while (n-- > 0) { __omc_hook(21); SCOPED int inner = n; __omc_hook(43); if (inner == 2) { __omc_hook(59); continue; } __omc_hook(69); if (inner == 1) { __omc_hook(85); break; } __omc_hook(92); printf("round %d\n", inner); }
// CHECK-NEXT: {{^}}  { __omc_hook(5); SCOPED int block = 100; __omc_hook(29); if (n == 7) { __omc_hook(41); goto out; } }
// CHECK-NEXT: {{^}}  __omc_hook(3); sprintf(text, "%d", n);
// CHECK-NEXT: {{^}}  __omc_hook(3); puts(text);
// CHECK: {{^}}  __omc_hook(3); return other;

int main(void) {
  int i;
  for (i = 0; i < 4; i++) printf("%d\n", scopes(i));
  return 0;
}
// CHECK: {{^}}  __omc_hook(3); int i;
// CHECK-NEXT: {{^}}  __omc_hook(3); for (i = 0; i < 4; i++) { __omc_hook(27); printf("%d\n", scopes(i)); }
// CHECK-NEXT: {{^}}  __omc_hook(3); return 0;
// COVERS: instrumenter/source/statements
