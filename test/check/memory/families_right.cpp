// Blocks that are given back as they were made, in the ways that programs have.
// RUN: %build && %verdict ok -- %t
// Operators of the program's own get their memory where they like, all of them or some, from wherever they come.
// RUN: %omc-cxx -c -g %S/Inputs/own_operators.cpp -o %t.own.o && %omc-cxx -c -g -DONLY_DELETE %S/Inputs/own_operators.cpp -o %t.delete.o
// RUN: %clangxx -shared -fPIC %S/Inputs/own_operators.cpp -o %t.own.so
// RUN: %omc-cxx -std=c++20 -O1 -g -c %s -o %t.o
// RUN: for own in %t.own.o %t.delete.o %t.own.so -static-libstdc++; do \
// RUN:   %omc-cxx %t.o $own -o %t.with -pthread && %t.with && %verdict ok -- %t.with || exit 1; done
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

int* volatile pointer;

struct alignas(64) Line {
  int words[16];
};

struct Pooled {
  int value = 0;
  static void* operator new(std::size_t n) { return std::malloc(n); }
  static void operator delete(void* p) { std::free(p); }
};

struct Counted {
  ~Counted() { pointer = nullptr; }
};

int main() {
  std::thread other([] {
    std::vector<std::string> words(3, std::string(50, 'a'));
    words.emplace_back(100, 'b');
    std::map<std::string, std::function<int()>> table;
    table[words[0]] = [words, line = Line{}] { return static_cast<int>(words.size()) + line.words[0]; };
    pointer = new (std::nothrow) int(table.begin()->second());
    delete pointer;
    delete new Pooled;
    delete[] new Counted[3];
    delete[] new Line[2];
    delete new Line;
    std::unique_ptr<int[]> owned(new int[3]());
    std::shared_ptr<int> counted(static_cast<int*>(std::malloc(sizeof(int))), std::free), made = std::make_shared<int>(1), array(new int[2], [](int* p) { delete[] p; });
    ::operator delete(::operator new(10));
    ::operator delete[](::operator new[](10, std::align_val_t{128}), std::align_val_t{128});
    char* text = strdup("text");
    text = static_cast<char*>(std::realloc(text, 1000));
    std::free(text);
    try {
      throw std::string(60, 'c');
    } catch (std::string& caught) {
      words.push_back(std::move(caught));
    }
    std::size_t most = ~std::size_t{0} >> 2;
    try {
      pointer = new int[most / sizeof(int)];
    } catch (std::bad_alloc&) {
      pointer = new (std::nothrow) int[most / sizeof(int)];
    }
  });
  other.join();
}
// COVERS: races/alloc_kinds libc/operator_new libc/malloc
