// Jumps: into and out of blocks, to labels before everything, by computed addresses, out of statement expressions.
// RUN: %omc-cc -std=gnu2x --omc-naive --omc-print %s | %text
// RUN: %same-c -std=gnu2x
// RUN: %same-c -std=gnu11 -Wno-c23-extensions
#include <setjmp.h>
#include <stdio.h>

static int machine(const char* program) {
  static const int offsets[] = {&&add - &&add, &&sub - &&add, &&end - &&add};
  int value = 0;
  goto *(&&add + offsets[*program++ - '0']);
add: value += 10; goto *(&&add + offsets[*program++ - '0']);
sub: { value -= 3; } goto *(&&add + offsets[*program++ - '0']);
end: return value;
}
// CHECK: {{^}}  __omc_hook(3); static const int offsets[] = {&&add - &&add, &&sub - &&add, &&end - &&add};
// CHECK-NEXT: {{^}}  __omc_hook(3); int value = 0;
// CHECK-NEXT: {{^}}  __omc_hook(3); goto *(&&add + offsets[*program++ - '0']);
// CHECK-NEXT: {{^}}add: __omc_hook(6); value += 10; __omc_hook(19); goto *(&&add + offsets[*program++ - '0']);
// CHECK-NEXT: {{^}}sub: { __omc_hook(8); value -= 3; } __omc_hook(22); goto *(&&add + offsets[*program++ - '0']);
// CHECK-NEXT: {{^}}end: __omc_hook(6); return value;

static int into(int n) {
  if (n == 1) goto inside;
  if (n == 2) goto branch;
  if (n == 3) goto loop;
  for (int i = 0; i < 2; i++) {
inside: n += 10;
    if (n > 15) break;
  }
  if (n > 100) branch: n += 1000; else n++;
  while (n < 50) loop: n += 7;
  do again: n++; while (n % 5);
  if (n < 70) goto again;
  switch (n & 1) { l: default: n++; if (n & 2) goto l; }
  {
  }
  goto end;
  n = 0;
end:;
  ({ if (n > 60) goto last; n--; });
  n++;
last:
  return n;
}
// CHECK: {{^}}  __omc_hook(3); if (n == 1) { __omc_hook(15); goto inside; }
// CHECK-NEXT: {{^}}  __omc_hook(3); if (n == 2) { __omc_hook(15); goto branch; }
// CHECK-NEXT: {{^}}  __omc_hook(3); if (n == 3) { __omc_hook(15); goto loop; }
// CHECK-NEXT: {{^}}  __omc_hook(3); for (int i = 0; i < 2; i++) {
// CHECK-NEXT: {{^}}inside: __omc_hook(9); n += 10;
// CHECK-NEXT: {{^}}    __omc_hook(5); if (n > 15) { __omc_hook(17); break; }
// CHECK: {{^}}  __omc_hook(3); if (n > 100) { branch: __omc_hook(24); n += 1000; } else { __omc_hook(40); n++; }
// CHECK-NEXT: {{^}}  __omc_hook(3); while (n < 50) { loop: __omc_hook(24); n += 7; }
// CHECK-NEXT: {{^}}  __omc_hook(3); do { again: __omc_hook(13); n++; } while (n % 5);
// CHECK-NEXT: {{^}}  __omc_hook(3); if (n < 70) { __omc_hook(15); goto again; }
// CHECK-NEXT: {{^}}  __omc_hook(3); switch (n & 1) { l: default: __omc_hook(32); n++; __omc_hook(37); if (n & 2) { __omc_hook(48); goto l; } }
// CHECK: {{^}}  __omc_hook(3); goto end;
// CHECK-NEXT: {{^}}  __omc_hook(3); n = 0;
// CHECK: {{^}}  __omc_hook(3); ({ __omc_hook(6); if (n > 60) { __omc_hook(18); goto last; } __omc_hook(29); n--; });
// CHECK-NEXT: {{^}}  __omc_hook(3); n++;
// CHECK: {{^}}  __omc_hook(3); return n;

static int duff(int n) {
  int total = 0;
  switch (n % 4) while (n > 0) {
    case 3: total += 3;
    case 2: total += 2;
    case 1: total += 1;
    case 0: n -= 4;
  }
  switch (n) { case -4 ... -1: total++; if (n) { case 5 ... 7: total += 2; } else case 8: total += 4; }
  switch (n) case 0: case 1: default: if (total) total++; else total--;
  switch (n) default: while (total % 7) total++;
  switch (n) { int x; default: x = 3; total += x; }
  switch (n) {}
  switch (n);
  return total;
}
// CHECK: {{^}}  __omc_hook(3); int total = 0;
// CHECK-NEXT: {{^}}  __omc_hook(3); switch (n % 4) { __omc_hook(18); while (n > 0) {
// CHECK-NEXT: {{^}}    case 3: __omc_hook(13); total += 3;
// CHECK-NEXT: {{^}}    case 2: __omc_hook(13); total += 2;
// CHECK-NEXT: {{^}}    case 1: __omc_hook(13); total += 1;
// CHECK-NEXT: {{^}}    case 0: __omc_hook(13); n -= 4;
// CHECK-NEXT: {{^}}  } }
// CHECK-NEXT: {{^}}  __omc_hook(3); switch (n) { case -4 ... -1: __omc_hook(32); total++; __omc_hook(41); if (n) { case 5 ... 7: __omc_hook(64); total += 2; } else { case 8: __omc_hook(91); total += 4; } }
// CHECK-NEXT: {{^}}  __omc_hook(3); switch (n) { case 0: case 1: default: __omc_hook(39); if (total) { __omc_hook(50); total++; } else { __omc_hook(64); total--; } }
// CHECK-NEXT: {{^}}  __omc_hook(3); switch (n) { default: __omc_hook(23); while (total % 7) { __omc_hook(41); total++; } }
// CHECK-NEXT: {{^}}  __omc_hook(3); switch (n) { int x; default: __omc_hook(32); x = 3; __omc_hook(39); total += x; }
// CHECK-NEXT: {{^}}  __omc_hook(3); switch (n) {}
// CHECK-NEXT: {{^}}  __omc_hook(3); switch (n);
// CHECK-NEXT: {{^}}  __omc_hook(3); return total;

static jmp_buf back;
static int longjump(volatile int n) {
  if (setjmp(back)) return n;
  for (;;) if (n++ > 5) longjmp(back, 1);
}
// CHECK: {{^}}  __omc_hook(3); if (setjmp(back)) { __omc_hook(21); return n; }
// CHECK-NEXT: {{^}}  __omc_hook(3); for (;;) { __omc_hook(12); if (n++ > 5) { __omc_hook(25); longjmp(back, 1); } }

int main(void) {
  printf("%d %d\n", machine("01102"), machine("0002"));
  for (int i = 0; i < 5; i++) printf("%d %d\n", into(i), duff(i));
  printf("%d\n", longjump(1));
}
// CHECK: {{^}}  __omc_hook(3); printf("%d %d\n", machine("01102"), machine("0002"));
// CHECK-NEXT: {{^}}  __omc_hook(3); for (int i = 0; i < 5; i++) { __omc_hook(31); printf("%d %d\n", into(i), duff(i)); }
// CHECK-NEXT: {{^}}  __omc_hook(3); printf("%d\n", longjump(1));
// COVERS: instrumenter/source/statements instrumenter/source/tokens
