// Functions of the C library that go beyond a block of the heap, or use one that was freed.
// RUN: %build -fno-builtin -I%S/../race/Inputs
// RUN: %python %S/../race/Inputs/cases.py --omc %omc --check memory %t
#include "cases.h"

#include <unistd.h>

#include <cstdlib>
#include <string>

namespace {

thread_local volatile int sink;
void use(long n) { sink = static_cast<int>(n); }

// Something that a test can make too small, in one of two threads.
template <class F>
void with_block(size_t enough, F function) {
  both([=] {
         auto* block = static_cast<char*>(malloc(broken ? enough - 1 : enough));
         function(block);
         free(block);
       },
       [] { use(1); });
}

// One that is freed too early.
template <class F>
void while_freed(F function) {
  both([=] {
         char* block = strdup("text");
         if (broken) free(block);
         function(block);
         if (!broken) free(block);
       },
       [] { use(1); });
}

void copy() { with_block(6, [](char* block) { strcpy(block, "hello"); }); }
void copy_bytes() { with_block(6, [](char* block) { memcpy(block, "hello", 6); }); }
void copy_filled() { with_block(20, [](char* block) { strncpy(block, "hello", 20); }); }
void append() { with_block(9, [](char* block) { strcpy(block, "hell"); strcat(block, "o me"); }); }
void fill() { with_block(8, [](char* block) { memset(block, 1, 8); }); }
// Without an end in the block, the function goes on.
void length() {
  with_block(6, [](char* block) {
    memset(block, 'x', 5);
    if (!broken) block[5] = 0;
    use(strlen(block));
  });
}
void compare() { with_block(4, [](char* block) { memset(block, 'x', 3); use(memcmp(block, "xxxx", 4)); }); }
void count_printed() { with_block(4, [](char* block) { printf("%d%n", 1, reinterpret_cast<int*>(block)); }); }
void print() { with_block(6, [](char* block) { sprintf(block, "%d", 12345); }); }
void receive() {
  with_block(8, [](char* block) {
    int ends[2];
    if (pipe(ends)) return;
    use(write(ends[1], "12345678", 8));
    use(read(ends[0], block, 8));
  });
}

void freed_length() { while_freed([](char* block) { use(strlen(block)); }); }
void freed_copy() { while_freed([](char* block) { strcpy(block, "next"); }); }
void freed_print() { while_freed([](char* block) { printf("%s", block); }); }
void freed_put() { while_freed([](char* block) { puts(block); }); }

constexpr Case cases[] = {
    {"copy", copy}, {"copy_bytes", copy_bytes}, {"copy_filled", copy_filled}, {"append", append}, {"fill", fill},
    {"length", length}, {"compare", compare}, {"print", print}, {"count_printed", count_printed}, {"receive", receive},
    {"freed_length", freed_length}, {"freed_copy", freed_copy}, {"freed_print", freed_print}, {"freed_put", freed_put},
};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: libc/interpose libc/str libc/mem libc/io
