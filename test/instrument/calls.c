// Every kind of argument and result passes through the choice between the versions of a function: in registers, on
// the stack, on that of the floating-point unit, in any number. Calls go by addresses, so that the choice is made.
// RUN: %same-c -O0
// RUN: %same-c -O2
// RUN: %same-c -O0 -fstack-protector-all
// RUN: %same-c -O2 -flto
#include <complex.h>
#include <stdarg.h>
#include <stdio.h>

typedef float Vector __attribute__((vector_size(16)));
struct Floats { float a, b, c; };
struct Long { long double x; int y; };
struct Mixed { double d; long l; };
union Large { int i; double d[4]; };
struct __attribute__((packed)) Packed { int n; char c[3]; };
struct __attribute__((aligned(64))) Aligned { int x; };
struct Empty {};

static long ten(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j) { return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j; }
static double doubles(double a, double b, double c, double d, double e, double f, double g, double h, double i, double j, int k) { return a + b * 2 + c * 3 + d + e + f + g + h + i * 9 + j * 10 + k; }
static long double long_double(long double a, int b, long double c) { return a + b + c; }
static __int128 wide(__int128 a, long b, long c, long d, __int128 e, __int128 f) { return a + b + c + d + e * 2 + f * 3; }
static double complex imaginary(double complex a, float complex b, long double complex c) { return a + b + (double complex)c; }
static Vector vector(Vector a, Vector b, int n) { return a * b + (float)n; }
static struct Floats floats(struct Floats a, struct Mixed m, struct Long l) { return (struct Floats){a.a + m.d, a.b + m.l, a.c + l.x + l.y}; }
static struct Long on_stack(struct Long a, union Large b) { a.x += b.d[3]; a.y++; return a; }
static int small(struct Packed a, struct Aligned b, struct Empty e, char c, short d, _Bool f) { (void)e; return a.n + a.c[2] + b.x + c + d + f + (int)((unsigned long)&b % 64); }
static struct Mixed one_too_many(int a, int b, int c, int d, int e, struct Mixed m, struct Mixed m2) { m.d += a + b + c + d + e + m2.d; m.l -= m2.l; return m; }
static double variable(struct Mixed m, int n, ...) {
  va_list rest;
  va_start(rest, n);
  double sum = m.d;
  while (n--) { struct Long x = va_arg(rest, struct Long); sum += x.x + va_arg(rest, int); sum += va_arg(rest, double); }
  va_end(rest);
  return sum;
}
static double variable_on_stack(union Large u, int n, ...) {
  va_list rest;
  va_start(rest, n);
  double sum = u.d[2];
  while (n--) sum += va_arg(rest, union Large).d[1];
  va_end(rest);
  return sum;
}

#define BY_ADDRESS(f) static __typeof__(&f) volatile call_##f = f;
BY_ADDRESS(ten) BY_ADDRESS(doubles) BY_ADDRESS(long_double) BY_ADDRESS(wide) BY_ADDRESS(imaginary) BY_ADDRESS(vector)
BY_ADDRESS(floats) BY_ADDRESS(on_stack) BY_ADDRESS(small) BY_ADDRESS(one_too_many) BY_ADDRESS(variable) BY_ADDRESS(variable_on_stack)

int main(void) {
  union Large large = {.d = {1, 2, 3, 4}};
  printf("%ld %g %Lg\n", call_ten(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), call_doubles(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), call_long_double(1, 2, 3));
  double complex z = call_imaginary(1 + 2 * I, 3 + 4 * I, 5 + 6 * I);
  Vector a = {1, 2, 3, 4}, r = call_vector(a, a, 3);
  printf("%ld %g %g %g %g\n", (long)call_wide(1, 2, 3, 4, 5, 6), creal(z), cimag(z), r[0], r[3]);
  struct Floats s = call_floats((struct Floats){1, 2, 3}, (struct Mixed){4, 5}, (struct Long){6, 7});
  struct Long l = call_on_stack((struct Long){1, 2}, large);
  printf("%g %g %g %Lg %d\n", s.a, s.b, s.c, l.x, l.y);
  struct Mixed m = call_one_too_many(1, 2, 3, 4, 5, (struct Mixed){6, 7}, (struct Mixed){8, 9});
  printf("%d %g %ld\n", call_small((struct Packed){1, {2, 3, 4}}, (struct Aligned){5}, (struct Empty){}, 6, 7, 1), m.d, m.l);
  printf("%g %g\n", call_variable((struct Mixed){1, 2}, 2, (struct Long){3, 4}, 5, 6.5, (struct Long){7, 8}, 9, 10.5), call_variable_on_stack(large, 2, large, large));
}
// COVERS: instrumenter/pass/versions instrumenter/pass/function_copy
