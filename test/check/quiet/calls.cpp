// Calls that the compiler can't follow: into another file, through a pointer, of a virtual function. What they lead to is
// instrumented, so neither they nor their returns are steps.
// RUN: %omc-cxx -std=c++20 -O1 -g -pthread -c -DOTHER %s -o %t.other.o
// RUN: %omc-cxx -std=c++20 -O1 -g -pthread %s %t.other.o -o %t && %verdict ok --races --outcomes '5320' -- %t
// RUN: %omc check %t | FileCheck %s
// RUN: %omc-cxx -std=c++20 -O1 -g -pthread -fPIC -shared -DOTHER %s -o %t.so && %omc-cxx -std=c++20 -O1 -g -pthread %s %t.so -o %t.uses && %omc check %t.uses | FileCheck %s
// RUN: %omc-cxx -std=c++20 -O0 -g -pthread -fno-pie -c -DOTHER %s -o %t.other.o
// RUN: %omc-cxx -std=c++20 -O0 -g -pthread -fno-pie -no-pie %s %t.other.o -o %t && %omc check %t | FileCheck %s
// CHECK: omc: no bugs: all {{[0-9][0-9]|1[0-9][0-9]}} states of 3 threads explored
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>

struct Shape {
  virtual ~Shape() = default;
  virtual int area(int) const = 0;
};
std::unique_ptr<Shape> make(int n);
int next(int n);

#ifdef OTHER

struct Square : Shape {
  explicit Square(int n) : n_(n) {}
  int area(int times) const override {
    int side = n_ * times;
    return side * side;
  }
  int n_;
};
std::unique_ptr<Shape> make(int n) { return std::make_unique<Square>(n); }
int next(int n) {
  int one = 1;
  return n + one;
}

#else

std::mutex m;
int total;

void work(int n, int (*pointer)(int)) {
  std::unique_ptr<Shape> shape = make(n);
  int sum = 0;
  for (int i = 0; i < 15; i++) {
    sum += shape->area(i);
    sum += next(i) - pointer(i);
  }
  m.lock();
  total += sum;
  m.unlock();
}

int main() {
  std::thread a(work, 1, next), b(work, 2, next);
  a.join();
  b.join();
  std::printf("%d", total + 245);
}

#endif
// COVERS: instrumenter/pass/external_calls steps/invisible_steps
