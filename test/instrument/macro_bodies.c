// Statements in the body of a macro get their hooks there, where the text stands, when that is right for every
// expansion.
// RUN: %omc-cc -std=gnu17 --omc-naive --omc-print %s | %text
// RUN: %same-c -std=gnu17
// RUN: %same-c -std=gnu17 -Wall -Werror -Wno-unused
#include <stdio.h>

static int shared, other;
static int next(void) { return ++shared; }
// CHECK: {{^}}static int next(void) { __omc_hook(25); return ++shared; }

#define SWAP(a, b) do { int t_ = a; a = b; b = t_; } while (0)
#define TWICE(s) s; s
#define BLOCK { shared++; other++; }
#define RETURN_IF(c) if (c) return shared; else shared++
#define BOTH(a, b) if (a) b; else { b; shared--; }
#define SPIN(c) while (c) next()
#define SPIN_EMPTY(c) while (c);
#define SPIN_BLOCK(c) do { while (c) { } } while (0)
#define FUNCTION(name, ...) static int name(int n) { n++; __VA_ARGS__ if (n > 3) n--; return n; }
#define INNER(x) x++; next()
#define OUTER(x) { INNER(x); INNER(x); }
#define EACH(X) X(a) X(b) X(c)
#define DECLARE(x) int x = next();
#define ADD(x) + x
#define MIN(a, b) ({ int a_ = a, b_ = b; int r_; if (a_ < b_) r_ = a_; else r_ = b_; r_; })
#define ON_LINES(x)   \
  do {                \
    x++;              \
    if (x > 100)      \
      x = 0;          \
  } while (0)
#define STRING(x) STRING_(x)
#define STRING_(x) #x
#define ALSO_A_STRING do { shared++; } while (0)
#define NOT_ALWAYS_A_STATEMENT(x) shared + x; other
#define PASTE(x) do { shared##x(); } while (0)
#define SWITCHED(x) switch (x) { case 1: shared++; other++; break; default: next(); }
#define SAME do { shared--; } while (0)
#define SAME do { shared--; } while (0)
#define REDEFINED do { shared += 2; } while (0)
#define LABELLED(l) l: shared++; if (shared < 3) goto l
// CHECK: {{^}}#define SWAP(a, b) do { __omc_hook(0); int t_ = a; __omc_hook(0); a = b; __omc_hook(0); b = t_; } while (0)
// CHECK-NEXT: {{^}}#define TWICE(s) s; __omc_hook(0); s
// CHECK-NEXT: {{^}}#define BLOCK { __omc_hook(0); shared++; __omc_hook(0); other++; }
// CHECK-NEXT: {{^}}#define RETURN_IF(c) if (c) { __omc_hook(0); return shared; } else __omc_hook(0), shared++
// CHECK-NEXT: {{^}}#define BOTH(a, b) if (a) { __omc_hook(0); b; } else { __omc_hook(0); b; __omc_hook(0); shared--; }
// CHECK-NEXT: {{^}}#define SPIN(c) while (c) __omc_hook(0), next()
// CHECK-NEXT: {{^}}#define SPIN_EMPTY(c) while (c){ __omc_hook(0); ; }
// CHECK-NEXT: {{^}}#define SPIN_BLOCK(c) do { __omc_hook(0); while (c) { __omc_hook(0); } } while (0)
// CHECK-NEXT: {{^}}#define FUNCTION(name, ...) static int name(int n) { __omc_hook(0); n++; __VA_ARGS__ __omc_hook(0); if (n > 3) { __omc_hook(0); n--; } __omc_hook(0); return n; }
// CHECK-NEXT: {{^}}#define INNER(x) x++; __omc_hook(0); next()
// CHECK-NEXT: {{^}}#define OUTER(x) { __omc_hook(0); INNER(x); __omc_hook(0); INNER(x); }
// CHECK: {{^}}#define MIN(a, b) ({ __omc_hook(0); int a_ = a, b_ = b; __omc_hook(0); int r_; __omc_hook(0); if (a_ < b_) { __omc_hook(0); r_ = a_; } else { __omc_hook(0); r_ = b_; } __omc_hook(0); r_; })
// CHECK: {{^}}    __omc_hook(0); x++;              \
// CHECK-NEXT: {{^}}    __omc_hook(0); if (x > 100)      \
// CHECK-NEXT: {{^}}      { __omc_hook(0); x = 0; }          \
// CHECK: {{^}}#define NOT_ALWAYS_A_STATEMENT(x) shared + x; __omc_hook(0); other
// CHECK-NEXT: {{^}}#define PASTE(x) do { __omc_hook(0); shared##x(); } while (0)
// CHECK-NEXT: {{^}}#define SWITCHED(x) switch (x) { case 1: __omc_hook(0); shared++; __omc_hook(0); other++; __omc_hook(0); break; default: __omc_hook(0); next(); }
// CHECK: {{^}}#define REDEFINED do { __omc_hook(0); shared += 2; } while (0)
// CHECK-NEXT: {{^}}#define LABELLED(l) l: __omc_hook(0); shared++; __omc_hook(0); if (shared < 3) goto l

static void shared_1(void) { other += 7; }
FUNCTION(made, next(); next();)
FUNCTION(made_too)
// CHECK: {{^}}static void shared_1(void) { __omc_hook(30); other += 7; }

static int all(int n) {
  int a = 1, b = 2, c = 3;
  SWAP(a, b);
  if (n) SWAP(b, c); else SWAP(a, c);
  TWICE(next());
  BLOCK
  BOTH(n, next())
  SPIN(shared < 20);
  for (; other < 10; other++) SPIN_EMPTY(next() < 30)
  SPIN_BLOCK(next() < 40);
  OUTER(a)
  { EACH(DECLARE) shared += 0 EACH(ADD); }
  c += MIN(next(), n);
  ON_LINES(shared);
  puts(STRING(ALSO_A_STRING));
  ALSO_A_STRING;
  int used = NOT_ALWAYS_A_STATEMENT(1)++;
  NOT_ALWAYS_A_STATEMENT(2)++;
  PASTE(_1);
  SWITCHED(n)
  SAME;
  REDEFINED;
#undef REDEFINED
#define REDEFINED do { shared += 4; next(); } while (0)
  REDEFINED;
  LABELLED(again);
  RETURN_IF(n > 5);
  return a + b * 10 + c * 100 + used;
}
// CHECK: {{^}}  __omc_hook(3); int a = 1, b = 2, c = 3;
// CHECK-NEXT: {{^}}  __omc_hook(3); SWAP(a, b);
// CHECK-NEXT: {{^}}  __omc_hook(3); if (n) { __omc_hook(10); SWAP(b, c); } else { __omc_hook(27); SWAP(a, c); }
// CHECK-NEXT: {{^}}  __omc_hook(3); TWICE(next());
// CHECK: {{^}}  __omc_hook(3); BOTH(n, next())
// CHECK-NEXT: {{^}}  __omc_hook(3); SPIN(shared < 20);
// CHECK-NEXT: {{^}}  __omc_hook(3); for (; other < 10; other++) { __omc_hook(31); SPIN_EMPTY(next() < 30) }
// CHECK-NEXT: {{^}}  __omc_hook(3); SPIN_BLOCK(next() < 40);
// CHECK: {{^}}  { __omc_hook(5); EACH(DECLARE) __omc_hook(19); shared += 0 EACH(ADD); }
// CHECK-NEXT: {{^}}  __omc_hook(3); c += MIN(next(), n);
// CHECK-NEXT: {{^}}  __omc_hook(3); ON_LINES(shared);
// CHECK-NEXT: {{^}}  __omc_hook(3); puts(STRING(ALSO_A_STRING));
// CHECK-NEXT: {{^}}  __omc_hook(3); ALSO_A_STRING;
// CHECK-NEXT: {{^}}  __omc_hook(3); int used = NOT_ALWAYS_A_STATEMENT(1)++;
// CHECK-NEXT: {{^}}  __omc_hook(3); NOT_ALWAYS_A_STATEMENT(2)++;
// CHECK-NEXT: {{^}}  __omc_hook(3); PASTE(_1);
// CHECK-NEXT: {{^}}  __omc_hook(3); SWITCHED(n)
// CHECK-NEXT: {{^}}  __omc_hook(3); SAME;
// CHECK-NEXT: {{^}}  __omc_hook(3); REDEFINED;
// CHECK: {{^}}#define REDEFINED do { __omc_hook(0); shared += 4; __omc_hook(0); next(); } while (0)
// CHECK-NEXT: {{^}}  __omc_hook(3); REDEFINED;
// CHECK: {{^}}  __omc_hook(3); RETURN_IF(n > 5);
// CHECK-NEXT: {{^}}  __omc_hook(3); return a + b * 10 + c * 100 + used;

int main(void) {
  for (int n = 0; n < 8; n += 3) printf("%d %d %d\n", all(n), shared, other);
  printf("%d %d %d\n", made(1), made_too(4), shared);
}
// CHECK: {{^}}  __omc_hook(3); for (int n = 0; n < 8; n += 3) { __omc_hook(34); printf("%d %d %d\n", all(n), shared, other); }
// CHECK-NEXT: {{^}}  __omc_hook(3); printf("%d %d %d\n", made(1), made_too(4), shared);
// COVERS: instrumenter/source/macros instrumenter/source/macro_edits
