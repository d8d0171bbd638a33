// Templates: one text for all instantiations, specialisations, members, friends, constraints.
// RUN: %omc-cxx -std=c++20 --omc-naive --omc-print %s | %text
// RUN: %same-c++ -std=c++20
#include <cstdio>
#include <string>
#include <type_traits>
#include <vector>

template <typename T> T biggest(T a, T b) { if (a < b) return b; return a; }
template <> const char* biggest(const char* a, const char*) { const char* r = a; return r; }
template <typename T, typename... Rest> void print(const T& first, const Rest&... rest) {
  if constexpr (std::is_same_v<T, std::string>) std::printf("%s", first.c_str()); else std::printf("%d", int(first));
  if constexpr (sizeof...(rest)) { std::printf(","); print(rest...); } else std::printf("\n");
}
template <typename T> requires(sizeof(T) == 4) int sized(T t) { t++; return 4; }
template <typename T> int sized(T t) requires(sizeof(T) == 8) { t--; return 8; }
template <typename T> struct Stack {
  std::vector<T> items;
  template <typename... Args> T& emplace(Args&&... args) { items.emplace_back(args...); return items.back(); }
  T pop();
  friend int size(const Stack& s) { int n = 0; for (auto& each : s.items) (void)each, n++; return n; }
  struct Iterator { Stack* s; int at = 0; T& operator*() { return s->items[at]; } Iterator& operator++() { ++at; return *this; } };
  static int made;
  operator bool() const { return !items.empty(); }
  auto operator<=>(const Stack&) const = default;
};
template <typename T> T Stack<T>::pop() { T last = items.back(); items.pop_back(); return last; }
template <typename T> int Stack<T>::made = [] { int n = sizeof(T); return n; }();
template <typename T> struct Stack<T*> { int size() { return -1; } };
template struct Stack<long>;
extern template struct Stack<short>;
template <template <typename...> class C, int N> struct Fixed { C<int> c; Fixed() { for (int i = 0; i < N; i++) c.push_back(i); } };
template <typename D> struct Curious { int call() { auto* d = static_cast<D*>(this); return d->value(); } };
struct Derived : Curious<Derived> { int value() { return 17; } };
template <int N> int countdown() { if constexpr (N > 0) return N + countdown<N - 1>(); else return 0; }
template <typename T> auto dependent(T t) -> decltype(t.size()) { typename T::size_type n = t.size(); n *= 2; t.clear(); T copy; copy = t; return n + copy.size(); }
template <typename F> decltype(auto) apply(F&& f) { return f([](auto x) { auto y = x; return y + 1; }); }
template <typename T> int local_class() { struct L { T t{}; T go() { t += 2; return t; } }; L l; return int(l.go()); }
template <typename T> T variable = [] { T t{}; t++; return t; }();
// CHECK: {{^}}template <typename T> T biggest(T a, T b) { __omc_hook(45); if (a < b) { __omc_hook(56); return b; } __omc_hook(66); return a; }
// CHECK-NEXT: {{^}}template <> const char* biggest(const char* a, const char*) { __omc_hook(63); const char* r = a; __omc_hook(82); return r; }
// CHECK: {{^}}  __omc_hook(3); if constexpr (std::is_same_v<T, std::string>) { __omc_hook(49); std::printf("%s", first.c_str()); } else { __omc_hook(88); std::printf("%d", int(first)); }
// CHECK-NEXT: {{^}}  __omc_hook(3); if constexpr (sizeof...(rest)) { __omc_hook(36); std::printf(","); __omc_hook(54); print(rest...); } else { __omc_hook(77); std::printf("\n"); }
// CHECK: {{^}}template <typename T> requires(sizeof(T) == 4) int sized(T t) { __omc_hook(65); t++; __omc_hook(70); return 4; }
// CHECK-NEXT: {{^}}template <typename T> int sized(T t) requires(sizeof(T) == 8) { __omc_hook(65); t--; __omc_hook(70); return 8; }
// CHECK: {{^}}  template <typename... Args> T& emplace(Args&&... args) { __omc_hook(60); items.emplace_back(args...); __omc_hook(89); return items.back(); }
// CHECK: {{^}}  friend int size(const Stack& s) { __omc_hook(37); int n = 0; __omc_hook(48); for (auto& each : s.items) { __omc_hook(75); (void)each, n++; } __omc_hook(92); return n; }
// CHECK-NEXT: {{^}}  struct Iterator { Stack* s; int at = 0; T& operator*() { __omc_hook(60); return s->items[at]; } Iterator& operator++() { __omc_hook(108); ++at; __omc_hook(114); return *this; } };
// CHECK: {{^}}  operator bool() const { __omc_hook(27); return !items.empty(); }
// CHECK: {{^}}template <typename T> T Stack<T>::pop() { __omc_hook(43); T last = items.back(); __omc_hook(66); items.pop_back(); __omc_hook(84); return last; }
// CHECK-NEXT: {{^}}template <typename T> int Stack<T>::made = [] { __omc_hook(49); int n = sizeof(T); __omc_hook(68); return n; }();
// CHECK-NEXT: {{^}}template <typename T> struct Stack<T*> { int size() { __omc_hook(55); return -1; } };
// CHECK: {{^}}template <template <typename...> class C, int N> struct Fixed { C<int> c; Fixed() { __omc_hook(85); for (int i = 0; i < N; i++) { __omc_hook(113); c.push_back(i); } } };
// CHECK-NEXT: {{^}}template <typename D> struct Curious { int call() { __omc_hook(53); auto* d = static_cast<D*>(this); __omc_hook(86); return d->value(); } };
// CHECK-NEXT: {{^}}struct Derived : Curious<Derived> { int value() { __omc_hook(51); return 17; } };
// CHECK-NEXT: {{^}}template <int N> int countdown() { __omc_hook(36); if constexpr (N > 0) { __omc_hook(57); return N + countdown<N - 1>(); } else { __omc_hook(93); return 0; } }
// CHECK-NEXT: {{^}}template <typename T> auto dependent(T t) -> decltype(t.size()) { __omc_hook(67); typename T::size_type n = t.size(); __omc_hook(103); n *= 2; __omc_hook(111); t.clear(); __omc_hook(122); T copy; __omc_hook(130); copy = t; __omc_hook(140); return n + copy.size(); }
// CHECK-NEXT: {{^}}template <typename F> decltype(auto) apply(F&& f) { __omc_hook(53); return f([](auto x) { __omc_hook(75); auto y = x; __omc_hook(87); return y + 1; }); }
// CHECK-NEXT: {{^}}template <typename T> int local_class() { struct L { T t{}; T go() { __omc_hook(70); t += 2; __omc_hook(78); return t; } }; __omc_hook(93); L l; __omc_hook(98); return int(l.go()); }
// CHECK-NEXT: {{^}}template <typename T> T variable = [] { __omc_hook(41); T t{}; __omc_hook(48); t++; __omc_hook(53); return t; }();

int main() {
  print(biggest(1, 2), biggest('a', 'b'), std::string(biggest("x", "y")));
  print(sized(1), sized(1L));
  Stack<int> s;
  s.emplace(3) = 4;
  s.emplace();
  print(size(s), s.pop(), *Stack<int>::Iterator{&s}, Stack<int>::made, s ? 1 : 0, Stack<int*>().size());
  print(int(Fixed<std::vector, 3>().c.size()), Derived().call(), countdown<4>(), int(dependent(std::vector<int>(3))));
  print(apply([](auto f) { return f(3); }), local_class<int>(), variable<int>, variable<char>);
}
// CHECK: {{^}}  __omc_hook(3); print(biggest(1, 2), biggest('a', 'b'), std::string(biggest("x", "y")));
// CHECK-NEXT: {{^}}  __omc_hook(3); print(sized(1), sized(1L));
// CHECK-NEXT: {{^}}  __omc_hook(3); Stack<int> s;
// CHECK-NEXT: {{^}}  __omc_hook(3); s.emplace(3) = 4;
// CHECK-NEXT: {{^}}  __omc_hook(3); s.emplace();
// CHECK-NEXT: {{^}}  __omc_hook(3); print(size(s), s.pop(), *Stack<int>::Iterator{&s}, Stack<int>::made, s ? 1 : 0, Stack<int*>().size());
// CHECK-NEXT: {{^}}  __omc_hook(3); print(int(Fixed<std::vector, 3>().c.size()), Derived().call(), countdown<4>(), int(dependent(std::vector<int>(3))));
// CHECK-NEXT: {{^}}  __omc_hook(3); print(apply([](auto f) { __omc_hook(28); return f(3); }), local_class<int>(), variable<int>, variable<char>);
// COVERS: instrumenter/source/statements
