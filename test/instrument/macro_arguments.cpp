// Statements in the argument of a macro get their hooks there, with their own line, when that is right for every
// use that the macro makes of the argument. What becomes a string or is pasted stays as it is.
// RUN: %omc-cxx -std=c++20 --omc-naive --omc-print %s | %text
// RUN: %same-c++ -std=c++20
// RUN: %same-c++ -std=c++20 -O2 -Wall -Werror -Wno-unused -Wno-unevaluated-expression
#include <cassert>
#include <cstdio>
#include <functional>

static int shared, other;
static int next(int n) { return shared = shared * 3 + n; }

#define STATEMENTS(...) __VA_ARGS__
#define RUN(code) [&] { code }()
#define TWICE(code) code code
#define IF_ELSE(a, b) if (shared % 2) { a } else { b }
#define NAMED(name, code) std::printf("%s\n", #name); code
#define SAID(code) std::printf("%s\n", #code); code
// CHECK: {{^}}#define SAID(code) std::printf("%s\n", #code); __omc_hook(0); code
#define DEEP_SAID(code) SAID(code)
// CHECK: {{^}}#define DEEP_SAID(code) SAID(code)
#define WRAPPED(code) RUN(code)
#define BOTH(expression) (expression) + sizeof(expression)
#define PASTED(code) code##_counter++; next(code##_counter); code
#define INC(x) x++
#define WHILE(x) while (x)
#define CHOOSE(a, b) a b
#define OPTIONAL(first, ...) first __VA_OPT__(__VA_ARGS__)
// CHECK: {{^}}#define OPTIONAL(first, ...) first __VA_OPT__(__omc_hook(0); __VA_ARGS__)
#define ONLY_SIZE(code) sizeof([&] { code }) > 0

int all(int n) {
  STATEMENTS(n++; next(n); next(2);)
// CHECK: {{^}}  __omc_hook(3); STATEMENTS(n++; __omc_hook_on([[#@LINE-1]], 19); next(n); __omc_hook_on([[#@LINE-1]], 28); next(2);)
  STATEMENTS(
    next(1);
    if (n) next(2); else next(3);
// CHECK: {{^}}    __omc_hook_on([[#@LINE-1]], 5); if (n) { __omc_hook_on([[#@LINE-1]], 12); next(2); } else { __omc_hook_on([[#@LINE-1]], 26); next(3); }
    while (n-- > 2) next(n);
// CHECK: {{^}}    __omc_hook_on([[#@LINE-1]], 5); while (n-- > 2) { __omc_hook_on([[#@LINE-1]], 21); next(n); }
    do next(4); while (n-- > 0);
// CHECK: {{^}}    __omc_hook_on([[#@LINE-1]], 5); do { __omc_hook_on([[#@LINE-1]], 8); next(4); } while (n-- > 0);
    for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) next(i + j);
// CHECK: {{^}}    __omc_hook_on([[#@LINE-1]], 5); for (int i = 0; i < 2; i++) { __omc_hook_on([[#@LINE-1]], 33); for (int j = 0; j < 2; j++) { __omc_hook_on([[#@LINE-1]], 61); next(i + j); } }
    while (next(1) < 0) ;
// CHECK: {{^}}    __omc_hook_on([[#@LINE-1]], 5); while (next(1) < 0) { __omc_hook_on([[#@LINE-1]], 25); ; }
    while (next(1) < 0) {}
// CHECK: {{^}}    __omc_hook_on([[#@LINE-1]], 5); while (next(1) < 0) {__omc_hook_on([[#@LINE-1]], 26); }
  )
  RUN(n++; n += 2; if (n > 3) n--;);
// CHECK: {{^}}  __omc_hook(3); RUN(n++; __omc_hook_on([[#@LINE-1]], 12); n += 2; __omc_hook_on([[#@LINE-1]], 20); if (n > 3) { __omc_hook_on([[#@LINE-1]], 31); n--; });
// An argument in a macro's body: where there is room for a comma only, none can be.
#define RUN_IN_BODY RUN(n++; n += 2; if (n > 3) n--;);
// CHECK: {{^}}#define RUN_IN_BODY RUN(n++; __omc_hook(0); n += 2; __omc_hook(0); if (n > 3) n--;);
  RUN_IN_BODY
  TWICE(next(5); next(6);)
// CHECK: {{^}}  __omc_hook(3); TWICE(next(5); __omc_hook_on([[#@LINE-1]], 18); next(6);)
  IF_ELSE(next(7); next(8);, next(9); int a = 1; int b = 2; next(a + b);)
// CHECK: {{^}}  __omc_hook(3); IF_ELSE(next(7); __omc_hook_on([[#@LINE-1]], 20); next(8);, next(9); __omc_hook_on([[#@LINE-1]], 39); int a = 1; __omc_hook_on([[#@LINE-1]], 50); int b = 2; __omc_hook_on([[#@LINE-1]], 61); next(a + b);)
  NAMED(some name; here, next(10); next(11);)
// CHECK: {{^}}  __omc_hook(3); NAMED(some name; here, next(10); __omc_hook_on([[#@LINE-1]], 36); next(11);)
  SAID(next(12); next(13);)
// CHECK: {{^}}  __omc_hook(3); SAID(next(12); next(13);)
  DEEP_SAID(next(14); next(15);)
// CHECK: {{^}}  __omc_hook(3); DEEP_SAID(next(14); next(15);)
  WRAPPED(next(16); next(17); STATEMENTS(next(18); INC(n); next(19);));
// CHECK: {{^}}  __omc_hook(3); WRAPPED(next(16); __omc_hook_on([[#@LINE-1]], 21); next(17); __omc_hook_on([[#@LINE-1]], 31); STATEMENTS(next(18); __omc_hook_on([[#@LINE-1]], 52); INC(n); __omc_hook_on([[#@LINE-1]], 60); next(19);));
  n += BOTH([&] { next(20); return next(21); }());
// CHECK: {{^}}  __omc_hook(3); n += BOTH([&] { __omc_hook_on([[#@LINE-1]], 19); next(20); __omc_hook_on([[#@LINE-1]], 29); return next(21); }());
  next(22); CHOOSE(if (n) next(23), ; next(24);) next(25);
// CHECK: {{^}}  __omc_hook(3); next(22); __omc_hook(13); CHOOSE(if (n) { __omc_hook_on([[#@LINE-1]], 27); next(23), ; } __omc_hook_on([[#@LINE-1]], 39); next(24);) __omc_hook(50); next(25);
  OPTIONAL(next(26); next(27);, next(28); next(29);)
// CHECK: {{^}}  __omc_hook(3); OPTIONAL(next(26); __omc_hook_on([[#@LINE-1]], 22); next(27);, next(28); __omc_hook_on([[#@LINE-1]], 43); next(29);)
  std::function<int()> f = STATEMENTS([&] { next(30); next(31); return 1; });
// CHECK: {{^}}  __omc_hook(3); std::function<int()> f = STATEMENTS([&] { __omc_hook_on([[#@LINE-1]], 45); next(30); __omc_hook_on([[#@LINE-1]], 55); next(31); __omc_hook_on([[#@LINE-1]], 65); return 1; });
  n += f() + ONLY_SIZE(next(32); next(33););
// CHECK: {{^}}  __omc_hook(3); n += f() + ONLY_SIZE(next(32); __omc_hook_on([[#@LINE-1]], 34); next(33););
  WHILE(STATEMENTS(next(34) < 0)) next(35);
  assert([&] { next(36); next(37); return true; }());
// CHECK: {{^}}  __omc_hook(3); assert([&] { next(36); next(37); return true; }());
  switch (n % 3) { STATEMENTS(case 0: next(38); next(39); break; default: next(40); next(41);) }
// CHECK: {{^}}  __omc_hook(3); switch (n % 3) { STATEMENTS(case 0: __omc_hook_on([[#@LINE-1]], 39); next(38); __omc_hook_on([[#@LINE-1]], 49); next(39); __omc_hook_on([[#@LINE-1]], 59); break; default: __omc_hook_on([[#@LINE-1]], 75); next(40); __omc_hook_on([[#@LINE-1]], 85); next(41);) }
  return n;
}
STATEMENTS(int made(int n) { next(n); return n + 1; } struct Made { int f() { next(50); return 2; } };)
// CHECK: {{^}}STATEMENTS(int made(int n) { __omc_hook_on([[#@LINE-1]], 30); next(n); __omc_hook_on([[#@LINE-1]], 39); return n + 1; } struct Made { int f() { __omc_hook_on([[#@LINE-1]], 79); next(50); __omc_hook_on([[#@LINE-1]], 89); return 2; } };)
int some_counter;
int some() { return 4; }
int pasted() { int some = 1; PASTED(some); return some; }
// CHECK: {{^}}int pasted() { __omc_hook(16); int some = 1; __omc_hook(30); PASTED(some); __omc_hook(44); return some; }

int main() { int a = all(3), b = made(4), c = Made().f(), d = pasted(); std::printf("%d %d %d %d %d %d\n", a, b, c, d, shared, other); }
// COVERS: instrumenter/source/macros instrumenter/source/macro_edits
