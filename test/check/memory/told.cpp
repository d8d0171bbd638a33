// Which bytes of which block are told, where an access begins in one block and ends behind it, or lies between two.
// RUN: %build
// RUN: for what in text range behind beside_freed unused before empty aligned; do \
// RUN:   %expect-exit 1 %omc check -o - %t $what | FileCheck %s --check-prefix=$what || exit 1; done
// text: memory: write beyond a heap block: bytes 0 to 8 of a block of 8 bytes [omc-memory]
// text: allocated by thread {{[12]}} ({{.*}}) at told.cpp:[[#@LINE+38]]
// range: memory: write beyond a heap block: bytes 48 to 71 of a block of 64 bytes [omc-memory]
// behind: memory: read beyond a heap block: just behind a block of 16 bytes [omc-memory]
// behind: allocated by thread {{[12]}} ({{.*}}) at told.cpp:[[#@LINE+44]]
// The block behind it was freed; it is not that one which was meant.
// beside_freed: memory: read beyond a heap block: just behind a block of 16 bytes [omc-memory]
// beside_freed: allocated by thread {{[12]}} ({{.*}}) at told.cpp:[[#@LINE+48]]
// unused: memory: write beyond a heap block: 96 bytes behind the end of a block of 40 bytes [omc-memory]
// before: memory: read before a heap block: 4 bytes before a block of 16 bytes [omc-memory]
// The operators of the library ask for more than they were asked for.
// empty: memory: write beyond a heap block: just behind a block of 0 bytes [omc-memory]
// aligned: memory: write beyond a heap block: just behind a block of 100 bytes [omc-memory]
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <string_view>
#include <thread>

int value;

template <class T>
T* keep(T* p) {
  static T* volatile kept;
  kept = p;
  return kept;
}

template <class A>
void beside(A a) {
  std::thread first([] {}), second(a);
  first.join();
  second.join();
}

void text() {
  beside([] {
    char* p = keep(static_cast<char*>(std::malloc(8)));
    std::strcpy(p, "8 bytes.");
  });
}
void range() {
  beside([] { std::memset(keep(new char[64]) + 48, 1, 24); });
}
void behind() {
  beside([] {
    int* p = keep(new int[4]());
    int* q = keep(new int[4]());
    value = p[4] + q[0];
  });
}
void beside_freed() {
  beside([] {
    int* p = keep(new int[4]());
    delete[] keep(new int[4]());
    value = p[4];
  });
}
void unused() {
  beside([] { keep(new char[40]())[136] = 1; });
}
void before() {
  beside([] { value = keep(new int[4]())[-1]; });
}
void empty() {
  beside([] { *keep(new char[0]) = 1; });
}
void aligned() {
  beside([] { static_cast<char*>(keep(operator new(100, std::align_val_t(64))))[100] = 1; });
}

int main(int, char** argv) {
  const std::map<std::string_view, void (*)()> cases{{"text", text}, {"range", range}, {"behind", behind},
      {"beside_freed", beside_freed}, {"unused", unused}, {"before", before}, {"empty", empty}, {"aligned", aligned}};
  cases.at(argv[1])();
}
// COVERS: races/memory_errors report/block_log driver/explain/memory
