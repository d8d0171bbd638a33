// What malloc and new return is not zero, and it is the same in every schedule. What calloc returns is zero.
// RUN: %build && %verdict assert -- %t malloc
// RUN: %verdict assert -- %t new
// RUN: %verdict assert -- %t realloc
// RUN: %verdict ok --outcomes 'equal' -- %t calloc
// RUN: %verdict ok --outcomes 'equal' -- %t again
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <thread>

struct Account {
  int balance;  // the author forgot to set it
  Account() {}
};

int main(int, char** argv) {
  std::string_view what = argv[1];
  std::thread other([&] {
    if (what == "malloc") assert(*static_cast<int*>(std::malloc(sizeof(int))) == 0);  // <- assert
    if (what == "new") assert((new Account)->balance == 0);                           // <- assert
    if (what == "realloc") {
      auto* p = static_cast<int*>(std::calloc(1, sizeof(int)));
      p = static_cast<int*>(std::realloc(p, 1000 * sizeof(int)));
      assert(p[0] == 0);
      assert(p[999] == 0);  // <- assert
    }
    if (what == "calloc") assert(*static_cast<int*>(std::calloc(1, sizeof(int))) == 0);
  });
  void* kept = std::malloc(64);
  std::memset(kept, 1, 64);
  std::free(kept);
  auto* first = static_cast<char*>(std::malloc(64));
  auto* second = static_cast<char*>(std::malloc(64));
  bool equal = !std::memcmp(first, second, 64);
  other.join();
  std::puts(equal ? "equal" : "different");
}
// COVERS: heap/heap libc/malloc
