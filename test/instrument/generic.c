// _Generic, statement expressions, compound literals, designators: statements inside expressions.
// RUN: %omc-cc -std=gnu17 --omc-naive --omc-print %s | %text
// RUN: %same-c -std=gnu17
// RUN: %same-c -std=gnu2x
#include <stdio.h>

struct point { int x, y; };
#define name(x) _Generic((x), int: "int", double: "double", char*: "string", default: "other")
#define kind(x) _Generic((x), int: ({ int k = 1; k; }), default: ({ int k = 2; k++; k; }))
#define max(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); if (a_ < b_) a_ = b_; a_; })
// CHECK: {{^}}#define kind(x) _Generic((x), int: ({ __omc_hook(0); int k = 1; __omc_hook(0); k; }), default: ({ __omc_hook(0); int k = 2; __omc_hook(0); k++; __omc_hook(0); k; }))
// CHECK-NEXT: {{^}}#define max(a, b) ({ __omc_hook(0); __typeof__(a) a_ = (a); __omc_hook(0); __typeof__(b) b_ = (b); __omc_hook(0); if (a_ < b_) { __omc_hook(0); a_ = b_; } __omc_hook(0); a_; })

static int side = 0;
static int touch(int n) { side += n; return n; }
// CHECK: {{^}}static int touch(int n) { __omc_hook(27); side += n; __omc_hook(38); return n; }

static int expressions(int n) {
  int a = ({ int t = touch(n); t *= 2; t; });
  int b[3] = {[1] = ({ touch(1); touch(2); }), [2] = max(a, n)};
  struct point p = {.y = ({ for (int i = 0; i < 3; i++) touch(i); side; })};
  p = (struct point){.x = ({ while (side > 20) side--; side; }), .y = p.y};
  int c = ({ ({ touch(3); }) + ({ touch(4); }); });
  if (({ int t = n; t > 2; })) touch(5); else touch(6);
  for (int i = ({ touch(0); 0; }); ({ i < 2; }); ({ i++; })) touch(i);
  switch (({ n & 1; })) { case 0: a = ({ struct point q = p; q.x; }); break; default: ; }
  int sized = sizeof(({ int unused = touch(100); unused; }));
  __typeof__(({ touch(1000); })) typed = n;
  ({ touch(7); });
  (void)({ if (n) touch(8); });
  ({ int never; (void)never; });
  return ({ a + b[1] + b[2] + c + p.x + p.y + sized + typed; });
}
// CHECK: {{^}}  __omc_hook(3); int a = ({ __omc_hook(14); int t = touch(n); __omc_hook(32); t *= 2; __omc_hook(40); t; });
// CHECK-NEXT: {{^}}  __omc_hook(3); int b[3] = {[1] = ({ __omc_hook(24); touch(1); __omc_hook(34); touch(2); }), [2] = max(a, n)};
// CHECK-NEXT: {{^}}  __omc_hook(3); struct point p = {.y = ({ __omc_hook(29); for (int i = 0; i < 3; i++) { __omc_hook(57); touch(i); } __omc_hook(67); side; })};
// CHECK-NEXT: {{^}}  __omc_hook(3); p = (struct point){.x = ({ __omc_hook(30); while (side > 20) { __omc_hook(48); side--; } __omc_hook(56); side; }), .y = p.y};
// CHECK-NEXT: {{^}}  __omc_hook(3); int c = ({ __omc_hook(14); ({ __omc_hook(17); touch(3); }) + ({ __omc_hook(35); touch(4); }); });
// CHECK-NEXT: {{^}}  __omc_hook(3); if (({ __omc_hook(10); int t = n; __omc_hook(21); t > 2; })) { __omc_hook(32); touch(5); } else { __omc_hook(47); touch(6); }
// CHECK-NEXT: {{^}}  __omc_hook(3); for (int i = ({ __omc_hook(19); touch(0); __omc_hook(29); 0; }); ({ __omc_hook(39); i < 2; }); ({ __omc_hook(53); i++; })) { __omc_hook(62); touch(i); }
// CHECK-NEXT: {{^}}  __omc_hook(3); switch (({ __omc_hook(14); n & 1; })) { case 0: __omc_hook(35); a = ({ __omc_hook(42); struct point q = p; __omc_hook(62); q.x; }); __omc_hook(71); break; default: ; }
// CHECK-NEXT: {{^}}  __omc_hook(3); int sized = sizeof(({ __omc_hook(25); int unused = touch(100); __omc_hook(50); unused; }));
// CHECK-NEXT: {{^}}  __omc_hook(3); __typeof__(({ __omc_hook(17); touch(1000); })) typed = n;
// CHECK-NEXT: {{^}}  __omc_hook(3); ({ __omc_hook(6); touch(7); });
// CHECK-NEXT: {{^}}  __omc_hook(3); (void)({ __omc_hook(12); if (n) { __omc_hook(19); touch(8); } });
// CHECK-NEXT: {{^}}  __omc_hook(3); ({ __omc_hook(6); int never; __omc_hook(17); (void)never; });
// CHECK-NEXT: {{^}}  __omc_hook(3); return ({ __omc_hook(13); a + b[1] + b[2] + c + p.x + p.y + sized + typed; });

int main(void) {
  int i = 1;
  printf("%s %s %s %d %d\n", name(i), name(1.5), name((char*)0), kind(i), kind(1.5));
  printf("%d %d %d\n", expressions(1), expressions(6), side);
  return _Generic(i, int: ({ i - 1; }), default: 1);
}
// CHECK: {{^}}  __omc_hook(3); int i = 1;
// CHECK-NEXT: {{^}}  __omc_hook(3); printf("%s %s %s %d %d\n", name(i), name(1.5), name((char*)0), kind(i), kind(1.5));
// CHECK-NEXT: {{^}}  __omc_hook(3); printf("%d %d %d\n", expressions(1), expressions(6), side);
// CHECK-NEXT: {{^}}  __omc_hook(3); return _Generic(i, int: ({ __omc_hook(30); i - 1; }), default: 1);
// COVERS: instrumenter/source/statements
