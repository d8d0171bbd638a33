// One program in every dialect of C++.
// RUN: %same-c++ -std=c++98
// RUN: %same-c++ -std=gnu++98
// RUN: %same-c++ -std=c++11
// RUN: %same-c++ -std=c++14
// RUN: %same-c++ -std=c++17
// RUN: %same-c++ -std=c++20
// RUN: %same-c++ -std=c++23
// RUN: %same-c++ -std=gnu++2c
// RUN: %same-c++ -std=c++20 -fno-exceptions -fno-rtti
// RUN: %same-c++ -std=c++20 -O2 -flto
// RUN: %omc-cxx -std=c++23 --omc-naive --omc-print %s | %text
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace outer { namespace inner { static int deep(int n) { n++; return n; } } }
extern "C" { static int c_linkage(int n) { if (n) return n; return 1; } }
extern "C" int one_linkage(int n) { return n * 2; }
// CHECK: {{^}}namespace outer { namespace inner { static int deep(int n) { __omc_hook(62); n++; __omc_hook(67); return n; } } }
// CHECK-NEXT: {{^}}extern "C" { static int c_linkage(int n) { __omc_hook(44); if (n) { __omc_hook(51); return n; } __omc_hook(61); return 1; } }
// CHECK-NEXT: {{^}}extern "C" int one_linkage(int n) { __omc_hook(37); return n * 2; }

class Base {
 public:
  Base() : n_(1) { n_++; }
  virtual ~Base() { std::printf("~Base\n"); }
  virtual int get() const { return n_; }
  int operator[](int i) { return n_ + i; }
  Base& operator++() { ++n_; return *this; }
  Base operator++(int) { Base old(*this); ++n_; return old; }
  int operator()(int a, int b) { return a * b; }
  operator int() const { return n_; }
  Base* operator->() { return this; }
  static int count;
  static void* operator new(std::size_t n) { count++; return std::malloc(n); }
  static void operator delete(void* p) { count--; std::free(p); }
 protected:
  int n_;
};
int Base::count = 0;
// CHECK: {{^}}  Base() : n_(1) { __omc_hook(20); n_++; }
// CHECK-NEXT: {{^}}  virtual ~Base() { __omc_hook(21); std::printf("~Base\n"); }
// CHECK-NEXT: {{^}}  virtual int get() const { __omc_hook(29); return n_; }
// CHECK-NEXT: {{^}}  int operator[](int i) { __omc_hook(27); return n_ + i; }
// CHECK-NEXT: {{^}}  Base& operator++() { __omc_hook(24); ++n_; __omc_hook(30); return *this; }
// CHECK-NEXT: {{^}}  Base operator++(int) { __omc_hook(26); Base old(*this); __omc_hook(43); ++n_; __omc_hook(49); return old; }
// CHECK-NEXT: {{^}}  int operator()(int a, int b) { __omc_hook(34); return a * b; }
// CHECK-NEXT: {{^}}  operator int() const { __omc_hook(26); return n_; }
// CHECK-NEXT: {{^}}  Base* operator->() { __omc_hook(24); return this; }
// CHECK: {{^}}  static void* operator new(std::size_t n) { __omc_hook(46); count++; __omc_hook(55); return std::malloc(n); }
// CHECK-NEXT: {{^}}  static void operator delete(void* p) { __omc_hook(42); count--; __omc_hook(51); std::free(p); }

struct Derived : public virtual Base {
  int get() const { int n = Base::get(); return n * 10; }
  template <typename T> int many(const std::vector<T>& v) const { int s = 0; for (typename std::vector<T>::const_iterator i = v.begin(); i != v.end(); ++i) s += int(*i); return s; }
  struct Nested { int n; Nested(int n) : n(n) {} int twice(); };
};
int Derived::Nested::twice() { return n * 2; }
// CHECK: {{^}}  int get() const { __omc_hook(21); int n = Base::get(); __omc_hook(42); return n * 10; }
// CHECK-NEXT: {{^}}  template <typename T> int many(const std::vector<T>& v) const { __omc_hook(67); int s = 0; __omc_hook(78); for (typename std::vector<T>::const_iterator i = v.begin(); i != v.end(); ++i) { __omc_hook(157); s += int(*i); } __omc_hook(171); return s; }
// CHECK: {{^}}int Derived::Nested::twice() { __omc_hook(32); return n * 2; }

#if __cplusplus >= 201103L
inline namespace v1 { enum class Colour : char { red = 1, green }; }
struct Eleven {
  int a = 1;
  Eleven() = default;
  Eleven(int n) : Eleven() { a = n; }
  Eleven(Eleven&&) noexcept {}
  explicit operator bool() const { return a > 0; }
  int ref() & { return 1; }
  int ref() && { return 2; }
};
static int operator"" _km(unsigned long long n) { return int(n * 1000); }
static auto trailing(int n) -> int { auto f = [n](int k) { return n + k; }; int s = 0; for (int x : {1, 2, 3}) s += f(x); if (Eleven e{n}) s += e.ref(); return s + Eleven(3).ref() + 2_km + int(Colour::green); }
#else
static int trailing(int n) { return n; }
#endif
// CHECK: {{^}}  Eleven(int n) : Eleven() { __omc_hook(30); a = n; }
// CHECK: {{^}}  explicit operator bool() const { __omc_hook(36); return a > 0; }
// CHECK-NEXT: {{^}}  int ref() & { __omc_hook(17); return 1; }
// CHECK-NEXT: {{^}}  int ref() && { __omc_hook(18); return 2; }
// CHECK: {{^}}static int operator"" _km(unsigned long long n) { __omc_hook(51); return int(n * 1000); }
// CHECK-NEXT: {{^}}static auto trailing(int n) -> int { __omc_hook(38); auto f = [n](int k) { __omc_hook(60); return n + k; }; __omc_hook(77); int s = 0; __omc_hook(88); for (int x : {1, 2, 3}) { __omc_hook(112); s += f(x); } __omc_hook(123); if (Eleven e{n}) { __omc_hook(140); s += e.ref(); } __omc_hook(154); return s + Eleven(3).ref() + 2_km + int(Colour::green); }

#if __cplusplus >= 201703L
static int seventeen(int n) {
  if (int k = n + 1; k > 2) n += k; else n -= k;
  switch (auto [a, b] = std::pair{n, 2}; a) { case 5: n += b; [[fallthrough]]; default: n++; }
  if constexpr (sizeof(n) == 4) n *= 2;
  return n;
}
#else
static int seventeen(int n) { return n; }
#endif
// CHECK: {{^}}  __omc_hook(3); if (int k = n + 1; k > 2) { __omc_hook(29); n += k; } else { __omc_hook(42); n -= k; }
// CHECK-NEXT: {{^}}  __omc_hook(3); switch (auto [a, b] = std::pair{n, 2}; a) { case 5: __omc_hook(55); n += b; {{\[\[}}fallthrough]]; default: __omc_hook(89); n++; }
// CHECK-NEXT: {{^}}  __omc_hook(3); if constexpr (sizeof(n) == 4) { __omc_hook(33); n *= 2; }
// CHECK-NEXT: {{^}}  __omc_hook(3); return n;

#if __cplusplus >= 202002L
template <typename T> concept Number = requires(T t) { t + t; };
static int twenty(Number auto n) { struct P { int x, y; } p{.x = n, .y = 2}; for (int i = 0; auto c : {1, 2}) p.x += c * i++; if (p.x > 3) [[likely]] p.y++; using enum Colour; switch (Colour(n)) { case red: return p.x; case green: break; } return p.x + p.y; }
#else
static int twenty(int n) { return n; }
#endif
// CHECK: {{^}}static int twenty(Number auto n) { __omc_hook(36); struct P { int x, y; } p{.x = n, .y = 2}; __omc_hook(78); for (int i = 0; auto c : {1, 2}) { __omc_hook(111); p.x += c * i++; } __omc_hook(127); if (p.x > 3) {{\[\[}}likely]] { __omc_hook(151); p.y++; } using enum Colour; __omc_hook(177); switch (Colour(n)) { case red: __omc_hook(208); return p.x; case green: __omc_hook(232); break; } __omc_hook(241); return p.x + p.y; }

#if __cplusplus >= 202302L
struct TwentyThree { int a[4] = {1, 2, 3, 4}; int& operator[](int i, int j) { return a[i * 2 + j]; } static int operator()(int n) { return n; } int self(this TwentyThree& me, int i) { return me[1, i]; } };
static int twenty_three(int n) { TwentyThree t; t[0, 1] = n; auto copy = auto(n); goto end; end: if !consteval { copy++; } return t.self(1) + t(copy) + t.a[1]; label: }
#else
static int twenty_three(int n) { return n; }
#endif
// CHECK: {{^}}struct TwentyThree { int a[4] = {1, 2, 3, 4}; int& operator[](int i, int j) { __omc_hook(79); return a[i * 2 + j]; } static int operator()(int n) { __omc_hook(133); return n; } int self(this TwentyThree& me, int i) { __omc_hook(185); return me[1, i]; } };
// CHECK-NEXT: {{^}}static int twenty_three(int n) { __omc_hook(34); TwentyThree t; __omc_hook(49); t[0, 1] = n; __omc_hook(62); auto copy = auto(n); __omc_hook(83); goto end; end: __omc_hook(98); if !consteval { __omc_hook(114); copy++; } __omc_hook(124); return t.self(1) + t(copy) + t.a[1]; label: }

int main() {
  Base* base = new Derived;
  Base& reference = *base;
  std::vector<int> v(3, 4);
  std::printf("%d %d %d %d\n", base->get(), (*base)[2], int(++reference), reference(2, 3));
  reference++;
  std::printf("%d %d %d\n", reference->get(), Derived().many(v), Base::count);
  delete base;
  std::printf("%d %d %d %d\n", outer::inner::deep(1), c_linkage(0), one_linkage(2), Derived::Nested(4).twice());
  std::printf("%d %d %d %d\n", trailing(3), seventeen(2), twenty(1), twenty_three(5));
}
// CHECK: {{^}}  __omc_hook(3); Base* base = new Derived;
// CHECK-NEXT: {{^}}  __omc_hook(3); Base& reference = *base;
// CHECK-NEXT: {{^}}  __omc_hook(3); std::vector<int> v(3, 4);
// CHECK-NEXT: {{^}}  __omc_hook(3); std::printf("%d %d %d %d\n", base->get(), (*base)[2], int(++reference), reference(2, 3));
// CHECK-NEXT: {{^}}  __omc_hook(3); reference++;
// CHECK-NEXT: {{^}}  __omc_hook(3); std::printf("%d %d %d\n", reference->get(), Derived().many(v), Base::count);
// CHECK-NEXT: {{^}}  __omc_hook(3); delete base;
// CHECK-NEXT: {{^}}  __omc_hook(3); std::printf("%d %d %d %d\n", outer::inner::deep(1), c_linkage(0), one_linkage(2), Derived::Nested(4).twice());
// CHECK-NEXT: {{^}}  __omc_hook(3); std::printf("%d %d %d %d\n", trailing(3), seventeen(2), twenty(1), twenty_three(5));
// COVERS: instrumenter/source/statements instrumenter/source/parse
