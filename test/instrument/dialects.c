/* One program in every dialect of C.
   RUN: %same-c -std=c89 -Wno-implicit-int
   RUN: %same-c -std=gnu89
   RUN: %same-c -std=c99
   RUN: %same-c -std=gnu99
   RUN: %same-c -std=c11
   RUN: %same-c -std=gnu11
   RUN: %same-c -std=c17
   RUN: %same-c -std=gnu17
   RUN: %same-c -std=c23
   RUN: %same-c -std=gnu23
   RUN: %same-c -std=c99 -trigraphs
   RUN: %same-c -std=gnu17 -fblocks -fms-extensions -funsigned-char
   RUN: %same-c -std=c23 -O2 -g0
   RUN: %omc-cc -std=c23 --omc-naive --omc-print %s | grep -q "default: } __omc_hook(249); return y + z; }"
*/
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct list { int n; struct list *next; };
static int total;

#if __STDC_VERSION__ < 202311L
static int old_style(a, b) int a; char *b; { int i; for (i = 0; b[i]; i++) a += b[i] - '0'; return a; }
#else
static int old_style(int a, char *b) { int i; for (i = 0; b[i]; i++) a += b[i] - '0'; return a; }
#endif

static int sum(int n, ...)
{
  va_list list;
  int s = 0;
  va_start(list, n);
  while (n-- > 0) s += va_arg(list, int);
  va_end(list);
  return s;
}

static int reverse(struct list **head)
{
  struct list *done = NULL, *each = *head;
  int n = 0;
  while (each) { struct list *next = each->next; each->next = done, done = each; each = next; n++; }
  *head = done;
  return n;
}

#if __STDC_VERSION__ >= 199901L
static inline int mixed(int n)
{
  n++;
  int later = n;
  for (int i = 0; i < 3; i++) later += i;
  struct list compound = *&(struct list){.n = later};
  _Bool b = compound.n > 3;
  return b ? compound.n : (int)sizeof(int[n]);
}
#else
static int mixed(int n) { return n + 4; }
#endif

#if __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(int) >= 2, "int");
static _Thread_local int own = 3;
static _Noreturn void leave(int n) { printf("leave %d\n", n); exit(n); }
static int newer(int n) { _Alignas(16) int aligned = n; struct { union { int x; float f; }; } s; s.x = aligned; own += s.x; return _Generic(n, int: own, default: 0); }
#else
static void leave(int n) { exit(n); }
static int newer(int n) { return n + 3; }
#endif

#if __STDC_VERSION__ >= 202311L
static int newest(int) { constexpr int two = 2; auto x = 1'0; typeof(x) y = 0b11; bool t = true; int *p = nullptr; if (!p && t) [[maybe_unused]] label: y += x; [[maybe_unused]] int z = {}; switch (y) { case 13: z = two; [[fallthrough]]; default: } return y + z; }
#else
static int newest(int n) { return 15 + 0 * n; }
#endif

int main(void)
{
  struct list a, b;
  struct list *head = &a;
  a.n = 1, b.n = 2;
  a.next = &b, b.next = NULL;
  total += reverse(&head);
  printf("%d %d %d\n", total, head->n, old_style(1, "23"));
  printf("%d %d %d %d\n", sum(3, 1, 2, 3), mixed(4), newer(5), newest(1));
  leave(3);
  return 0;
}
/* COVERS: instrumenter/source/statements instrumenter/source/parse */
