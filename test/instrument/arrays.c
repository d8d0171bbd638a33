// Arrays whose size is computed: as variables, parameters, in loops, behind pointers; jumps out of their scope.
// RUN: %omc-cc --omc-naive --omc-print %s | %text
// RUN: %same-c
#include <stdio.h>
#include <string.h>

static int sum(int n, int a[n], int (*m)[n]) { int s = 0; for (int i = 0; i < n; i++) s += a[i] + (*m)[i]; return s; }
// CHECK: {{^}}static int sum(int n, int a[n], int (*m)[n]) { __omc_hook(48); int s = 0; __omc_hook(59); for (int i = 0; i < n; i++) { __omc_hook(87); s += a[i] + (*m)[i]; } __omc_hook(108); return s; }

static int sizes(int n) {
  int a[n], b[n][n];
  memset(a, 0, sizeof a);
  typedef int row[n++];
  row r;
  for (int i = 0; i < 2; i++) { char text[i + 2]; snprintf(text, sizeof text, "%d", i); if (i == 1) break; a[0] += text[0]; }
  int (*p)[n - 1] = &a;
  if (n > 3) { double d[n]; d[0] = n; r[0] = (int)d[0]; } else r[0] = 0;
  memset(b, 0, sizeof b);
  return sum(n - 1, a, p) + (int)sizeof(row) + r[0] + b[0][0];
}
int main(void) { printf("%d %d\n", sizes(2), sizes(5)); }
// CHECK: {{^}}  __omc_hook(3); int a[n], b[n][n];
// CHECK-NEXT: {{^}}  __omc_hook(3); memset(a, 0, sizeof a);
// CHECK-NEXT: {{^}}  __omc_hook(3); typedef int row[n++];
// CHECK-NEXT: {{^}}  __omc_hook(3); row r;
// CHECK-NEXT: {{^}}  __omc_hook(3); for (int i = 0; i < 2; i++) { __omc_hook(33); char text[i + 2]; __omc_hook(51); snprintf(text, sizeof text, "%d", i); __omc_hook(89); if (i == 1) { __omc_hook(101); break; } __omc_hook(108); a[0] += text[0]; }
// CHECK-NEXT: {{^}}  __omc_hook(3); int (*p)[n - 1] = &a;
// CHECK-NEXT: {{^}}  __omc_hook(3); if (n > 3) { __omc_hook(16); double d[n]; __omc_hook(29); d[0] = n; __omc_hook(39); r[0] = (int)d[0]; } else { __omc_hook(64); r[0] = 0; }
// CHECK-NEXT: {{^}}  __omc_hook(3); memset(b, 0, sizeof b);
// CHECK-NEXT: {{^}}  __omc_hook(3); return sum(n - 1, a, p) + (int)sizeof(row) + r[0] + b[0][0];
// CHECK: {{^}}int main(void) { __omc_hook(18); printf("%d %d\n", sizes(2), sizes(5)); }
// COVERS: instrumenter/source/statements
