// Switches and labels: a hook after a label, never before the first case; `[[fallthrough]]` stays the
// last word of its case.
// RUN: %omc-cxx --omc-naive --omc-print %s | %text
// RUN: %same-c++ -Wall -Wextra -Werror -Wimplicit-fallthrough
#include <cstdio>

#define CASE(n) case n:
#define NEXT(n) break; case n:

static const char* name(int x) {
  const char* result = "?";
  // CHECK: {{^}}  __omc_hook(3); switch (x) {
  switch (x) {
    int inner;
    // CHECK-NEXT: {{^}}    int inner;
    case 0: case 1:
      result = "small";
      // CHECK: {{^}}    case 0: case 1:
      // CHECK-NEXT: {{^}}      __omc_hook(7); result = "small";
      break;
    case 2: inner = 2; result = inner == 2 ? "two" : "broken"; [[fallthrough]];
      // CHECK: {{^}}    case 2: __omc_hook(13); inner = 2; __omc_hook(24); result = inner == 2 ? "two" : "broken"; {{\[\[}}fallthrough]];
    case 3:;
      // CHECK: {{^}}    case 3:;
      break;
    [[unlikely]] case 4: result = "four"; break;
      // CHECK: {{^}}    {{\[\[}}unlikely]] case 4: __omc_hook(26); result = "four"; __omc_hook(43); break;
    CASE(5) result = "five";
      // CHECK: {{^}}    CASE(5) __omc_hook(13); result = "five";
    NEXT(6) result = "six";
      // CHECK: {{^}}    __omc_hook(5); NEXT(6) __omc_hook(13); result = "six";
      return result;
    case 7: { int y = x; result = y ? "seven" : ""; } break;
      // CHECK: {{^}}    case 7: { __omc_hook(15); int y = x; __omc_hook(26); result = y ? "seven" : ""; } __omc_hook(55); break;
    case 8: if (x) return "eight"; else break;
      // CHECK: {{^}}    case 8: __omc_hook(13); if (x) { __omc_hook(20); return "eight"; } else { __omc_hook(41); break; }
    case 9 ... 11: result = "range";
    // A plain comment.
      // CHECK: {{^}}    case 9 ... 11: __omc_hook(20); result = "range";
      break;
    default: ;
      // CHECK: {{^}}    default: ;
  }
  return result;
}

static int unbraced(int x) {
  switch (x) case 1: return 10;
  // CHECK: {{^}}  __omc_hook(3); switch (x) { case 1: __omc_hook(22); return 10; }
  switch (x) default: if (x > 2) return 30;
  // CHECK: {{^}}  __omc_hook(3); switch (x) { default: __omc_hook(23); if (x > 2) { __omc_hook(34); return 30; } }
  return 0;
}

// Duff's device: cases inside a loop.
static int duff(int count) {
  int copied = 0, rounds = (count + 3) / 4;
  switch (count % 4) {
    case 0: do { copied++;
    // CHECK: {{^}}    case 0: __omc_hook(13); do { __omc_hook(18); copied++;
    [[fallthrough]];
    case 3: copied++;
    // CHECK: {{^}}    case 3: __omc_hook(13); copied++;
    [[fallthrough]];
    case 2: copied++;
    [[fallthrough]];
    case 1: copied++;
            } while (--rounds > 0);
  }
  return copied;
}

static int labels(int x) {
start: x--;
  // CHECK: {{^}}start: __omc_hook(8); x--;
  if (x > 3) goto start;
again:
  // CHECK: {{^}}again:
  // The next line of the result is the loop.
  while (x > 0) if (--x == 1) goto done; else goto again;
  // CHECK: {{^}}  __omc_hook(3); while (x > 0) { __omc_hook(17); if (--x == 1) { __omc_hook(31); goto done; } else { __omc_hook(47); goto again; } }
  { inner: outer: x += 100; if (x < 200) goto inner; if (x < 300) goto outer; }
  // CHECK: {{^}}  { inner: outer: __omc_hook(19); x += 100;
done:
  return x;
}

static int computed(int x) {
  static void* const targets[] = {&&zero, &&one};
  goto *targets[x & 1];
  // CHECK: {{^}}  __omc_hook(3); goto *targets[x & 1];
zero: return 100;
one: return 101;
}

int main() {
  for (int i = -1; i < 13; i++)
    std::printf("%d %s %d %d %d %d\n", i, name(i), unbraced(i), duff(i + 2), labels(i), computed(i));
}
// COVERS: instrumenter/source/statements instrumenter/source/tokens
