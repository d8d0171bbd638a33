// C as it is now, with what GNU adds: statement expressions, nested designators, computed goto, asm,
// variable-length arrays, labels before declarations, attributes on statements.
// RUN: %omc-cc -std=gnu2x --omc-naive --omc-print %s | %text
// RUN: %same-c -std=gnu2x
#include <stdio.h>
#include <stdlib.h>

#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define SWAP(a, b) do { int t_ = a; a = b; b = t_; } while (0)
#define WITH(x) x

struct Pair { int a, b; };

static int arrays(int n) {
  int squares[n];
  // CHECK: {{^}}  __omc_hook(3); int squares[n];
  for (int i = 0; i < n; i++) squares[i] = i * i;
  struct Pair pair = {.a = squares[n - 1], .b = ({ int x = n; x * 2; })};
  // CHECK: {{^}}  __omc_hook(3); struct Pair pair = {.a = squares[n - 1], .b = ({ __omc_hook(52); int x = n; __omc_hook(63); x * 2; })};
  struct Pair other;
  // CHECK: {{^}}  __omc_hook(3); struct Pair other;
  other = pair;
  SWAP(other.a, other.b);
  // CHECK: {{^}}  __omc_hook(3); SWAP(other.a, other.b);
  if (n) SWAP(pair.a, pair.b); else SWAP(pair.b, pair.a);
  // CHECK: if (n) { __omc_hook(10); SWAP(pair.a, pair.b); } else { __omc_hook(37); SWAP(pair.b, pair.a); }
  WITH(other.a++;) other.b++;
  // CHECK: {{^}}  __omc_hook(3); WITH(other.a++;) __omc_hook(20); other.b++;
  WITH(if (n) other.a++; else other.b++;)
  // CHECK: {{^}}  __omc_hook(3); WITH(if (n) { __omc_hook_on([[#@LINE-1]], 15); other.a++; } else { __omc_hook_on([[#@LINE-1]], 31); other.b++; })
  return MAX(other.a + pair.a, other.b);
  // CHECK: {{^}}  __omc_hook(3); return MAX(other.a + pair.a, other.b);
}

static int jumps(int n) {
  static const void* const table[] = {&&even, &&odd};
  goto *table[n % 2];
even:
  int declared = 1;
  // CHECK: {{^}}even:
  // CHECK-NEXT: {{^}}  __omc_hook(3); int declared = 1;
  return declared;
odd: __attribute__((unused));
  // CHECK: {{^}}odd: __attribute__((unused));
  switch (n) {
    case 1: __attribute__((fallthrough));
    // CHECK: {{^}}    case 1: __attribute__((fallthrough));
    case 3: n++; break;
    // CHECK: {{^}}    case 3: __omc_hook(13); n++; __omc_hook(18); break;
    default:
  }
  return n;
}

__attribute__((naked)) int naked(void) { __asm__("mov $42, %eax\n ret"); }
// CHECK: __attribute__((naked)) int naked(void) { __asm__("mov $42, %eax\n ret"); }

static int assembly(int n) {
  __asm__ volatile("" : "+r"(n));
  // CHECK: {{^}}  __omc_hook(3); __asm__ volatile("" : "+r"(n));
  __asm__ goto("" : : : : out);
  // CHECK: {{^}}  __omc_hook(3); __asm__ goto("" : : : : out);
  n++;
out:
  return n;
}

static int tail(int n) {
  if (n > 3) [[clang::musttail]] return tail(n - 1);
  // CHECK: if (n > 3) { __omc_hook(14); {{\[\[}}clang::musttail]] return tail(n - 1); }
  return n;
}

int main(void) {
  printf("%d %d %d %d %d %d\n", arrays(4), jumps(0), jumps(1), naked(), assembly(3), tail(9));
  _Static_assert(sizeof(int) == 4, "int");
  // CHECK: {{^}}  _Static_assert
  // CHECK-NEXT: {{^}}  __omc_hook(3); return EXIT_SUCCESS;
  return EXIT_SUCCESS;
}
// COVERS: instrumenter/source/statements
