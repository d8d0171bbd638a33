/* C as it was: definitions in the style of K&R, declarations before statements, and a compiler that
   is told to complain about everything.
   RUN: %omc-cc -std=c89 --omc-naive --omc-print %s | %text
   RUN: %same-c -std=c89
   RUN: %same-c -std=c89 -pedantic-errors -Wall -Wextra -Werror -Wdeclaration-after-statement -Wno-deprecated-non-prototype -Wno-unused-variable
*/
#include <stdio.h>
#include <string.h>

static int add(a, b)
  int a, b;
{
  int sum = a + b;
  int twice = 2 * sum;
  return twice - sum;
}
/* The comments that follow are C89 too.
// CHECK: int sum = a + b;
// CHECK-NEXT: {{^}}  int twice = 2 * sum;
// CHECK-NEXT: {{^}}  __omc_hook(3); return twice - sum;
*/

static int loop(int n)
{
  int total = 0;
  while (n > 0) { int step = n--; total += step; }
  while (total > 1000) { int gone = total /= 2; (void)gone; }
  do { int unused = 0; (void)unused; } while (total++ < 20);
  for (; n < 4; n++) { int declared = total++; struct { int x; } s; }
  if (n) { int inner = n; { int deeper = inner; total += deeper; } }
  return total;
}
/*
// CHECK: int total = 0;
// CHECK-NEXT: {{^}}  __omc_hook(3); while (n > 0) { int step = n--; __omc_hook(35); total += step; }
// CHECK: { int declared = total++; struct { int x; } s; __omc_hook(22); }
// CHECK-NEXT: {{^}}  __omc_hook(3); if (n) { int inner = n; { int deeper = inner; __omc_hook(49); total += deeper; } }
*/

int main(void)
{
  char text[16];
  strcpy(text, "c89");
  printf("%s %d %d\n", text, add(1, 2), loop(5));
  return 0;
}
/*
// CHECK: char text[16];
// CHECK-NEXT: {{^}}  __omc_hook(3); strcpy(text, "c89");
*/
/* COVERS: instrumenter/source/statements */
