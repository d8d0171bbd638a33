// Branches: every body gets braces and a hook; which `else` belongs to which `if` stays as it was.
// RUN: %omc-cxx --omc-naive --omc-print %s | %text
// RUN: %same-c++
#include <cstdio>
#include <initializer_list>

static int calls = 0;
static int say(const char* what) {
  return calls += std::printf("%s\n", what);
}
#define SAY(what) say(what)
#define SAY_IT say("macro with semicolon");
#define TWO say("one"); say("two")
#define DO_SAY do { say("do macro"); } while (0)

static void dangling(int a, int b) {
  if (a) if (b) say("both"); else say("not b");
  // CHECK: {{^}}  __omc_hook(3); if (a) { __omc_hook(10); if (b) { __omc_hook(17); say("both"); } else { __omc_hook(35); say("not b"); } }
}

static void chain(int x) {
  if (x == 0)
    say("zero");
  else if (x == 1)  // a comment; with a semicolon
    say("one");
  else
    say("many");
  // CHECK: {{^}}  __omc_hook(3); if (x == 0)
  // CHECK-NEXT: {{^}}    { __omc_hook(5); say("zero"); }
  // CHECK-NEXT: {{^}}  else { __omc_hook(8); if (x == 1)  // a comment; with a semicolon
  // CHECK-NEXT: {{^}}    { __omc_hook(5); say("one"); }
  // CHECK-NEXT: {{^}}  else
  // CHECK-NEXT: {{^}}    { __omc_hook(5); say("many"); } }
}

static void macros(int x) {
  if (x) SAY("call"); else DO_SAY;
  // CHECK: __omc_hook(3); if (x) { __omc_hook(10); SAY("call"); } else { __omc_hook(28); DO_SAY; }
  if (x) SAY_IT else say("else after macro");
  // CHECK: __omc_hook(3); if (x) { __omc_hook(10); SAY_IT } else { __omc_hook(22); say("else after macro"); }
  // The body is only the first half of the macro, so there is no room for braces.
  if (x) TWO;
  // CHECK: {{^}}  __omc_hook(3); if (x) __omc_hook(10), TWO;
  TWO;
  // CHECK: {{^}}  __omc_hook(3); TWO;
}

static void odd_bodies(int x) {
  if (x) int y = say("declaration");
  // CHECK: if (x) { __omc_hook(10); int y = say("declaration"); }
  if (x) /* before */ say("comment") /* after */ ; /* last */
  // CHECK: if (x) /* before */ { __omc_hook(23); say("comment") /* after */ ; } /* last */
  if (x) ; else say("else of nothing");
  // CHECK: if (x) ; else { __omc_hook(17); say("else of nothing"); }
  if (x) [[likely]] say("likely"); else [[unlikely]] { say("unlikely"); }
  // CHECK: if (x) {{\[\[}}likely]] { __omc_hook(21); say("likely"); } else {{\[\[}}unlikely]] { __omc_hook(56); say("unlikely"); }
  if (x) try { say("try"); throw 1; } catch (int) { say("catch"); } catch (...) {}
  // CHECK: if (x) { __omc_hook(10); try { __omc_hook(16); say("try"); __omc_hook(28); throw 1; } catch (int) { __omc_hook(53); say("catch"); } catch (...) {} }
  if (x) for (int i = 0; i < 2; i++) if (i) say("deep"); else continue;
  // CHECK: if (x) { __omc_hook(10); for (int i = 0; i < 2; i++) { __omc_hook(38); if (i) { __omc_hook(45); say("deep"); } else { __omc_hook(63); continue; } } }
  if (int y = x; y > 0) say("init"); else if (y < -1) say("init again");
  // CHECK: if (int y = x; y > 0) { __omc_hook(25); say("init"); } else { __omc_hook(43); if (y < -1) { __omc_hook(55); say("init again"); } }
  if constexpr (sizeof(int) == 4) say("constexpr"); else say("never");
  // CHECK: if constexpr (sizeof(int) == 4) { __omc_hook(35); say("constexpr"); } else { __omc_hook(58); say("never"); }
  if(x){say("tight");}else{say("tight else");}
  // CHECK: if(x){__omc_hook(9); say("tight");}else{__omc_hook(28); say("tight else");}
  if(x)say("a");else say("b");say("c");
  // CHECK: if(x){ __omc_hook(8); say("a"); }else { __omc_hook(22); say("b"); }__omc_hook(31); say("c");
  if (x) label: say("label"); else goto end;
  // CHECK: if (x) { label: __omc_hook(17); say("label"); } else { __omc_hook(36); goto end; }
  if (x > 1) { x--; goto label; }
end:;
  // CHECK: {{^}}end:;
}

#ifdef NEVER_DEFINED
static void off() { if (calls) say("off"); }
// CHECK: {{^}}static void off() { if (calls) say("off"); }
#endif

int main() {
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++) dangling(a, b);
  // CHECK: for (int a = 0; a < 2; a++)
  // CHECK-NEXT: {{^}}    { __omc_hook(5); for (int b = 0; b < 2; b++) { __omc_hook(33); dangling(a, b); } }
  for (int x : {0, 1, 2}) chain(x), macros(x), odd_bodies(x);
  // CHECK: for (int x : {0, 1, 2}) { __omc_hook(27); chain(x), macros(x), odd_bodies(x); }
  std::printf("%d\n", calls);
}
// COVERS: instrumenter/source/statements instrumenter/source/statement_end
