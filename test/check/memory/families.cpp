// What new, new[] and malloc have made is given back by what belongs to it.
// RUN: %build && %verdict memory --message 'delete of a block that new[] has made' -- %t array_by_delete
// RUN: %verdict memory --message 'delete[] of a block that new has made' -- %t one_by_delete_array
// RUN: %verdict memory --message 'delete of a block that malloc has made' -- %t malloc_by_delete
// RUN: %verdict memory --message 'delete[] of a block that malloc has made' -- %t realloc_by_delete_array
// RUN: %verdict memory --message 'free of a block that new has made' -- %t one_by_free
// RUN: %verdict memory --message 'free of a block that new[] has made' -- %t array_by_free
// RUN: %verdict memory --message 'free of a block that new has made' -- %t one_by_realloc
// RUN: %verdict memory --message 'free of a block that new has made' -- %t aligned_by_free
// RUN: %verdict memory --message 'delete of a block that new[] has made' -- %t nothrow_by_delete
// RUN: %verdict memory --message 'delete of a block that new[] has made' -- %t owned
// Of functions that get their result from malloc.
// RUN: for text in copied_by_delete printed_by_delete line_by_delete; do %verdict memory --message 'delete of a block that malloc has made' -- %t $text || exit 1; done
// In some schedules only; the report tells both sides.
// RUN: %verdict memory --message 'free of a block that new has made' -- %t sometimes
// RUN: %expect-exit 1 %omc check -o - %t sometimes | FileCheck %s
// CHECK: families.cpp:[[#FREED:]]:{{[0-9]+}}: error: memory: free of a block that new has made: a block of 4 bytes [omc-memory]
// CHECK: thread 2 ({{.*}}) frees a block of 4 bytes at families.cpp:[[#FREED]]: std::free(pointer);
// CHECK: allocated by thread 1 ({{.*}}) at families.cpp:[[#FREED-3]]: pointer = new int(1);
// RUN: %omc cc g++ -std=c++20 -O1 -g -pthread %s -o %t.gcc
// RUN: %verdict memory --message 'free of a block that new[] has made' -- %t.gcc array_by_free
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string_view>
#include <thread>

std::mutex m;
int* volatile pointer;

template <class A, class B>
void both(A a, B b) {
  std::thread first(a), second(b);
  first.join();
  second.join();
}

template <class A>
void beside(A a) {
  both(a, [] {});
}

int* with_malloc(std::size_t n) { return static_cast<int*>(std::malloc(n * sizeof(int))); }

struct alignas(64) Line {
  int words[16];
};

void sometimes() {
  both([] {
    std::lock_guard lock(m);
    pointer = new int(1);
  }, [] {
    std::lock_guard lock(m);
    std::free(pointer);
    pointer = nullptr;
  });
}

int main(int, char** argv) {
  const std::map<std::string_view, void (*)()> cases{
      {"array_by_delete", [] { beside([] { pointer = new int[4](); delete pointer; }); }},
      {"one_by_delete_array", [] { beside([] { pointer = new int(4); delete[] pointer; }); }},
      {"malloc_by_delete", [] { beside([] { pointer = with_malloc(1); delete pointer; }); }},
      {"realloc_by_delete_array", [] { beside([] { pointer = static_cast<int*>(std::realloc(with_malloc(4), 400)); delete[] pointer; }); }},
      {"one_by_free", [] { beside([] { pointer = new int(4); std::free(pointer); }); }},
      {"array_by_free", [] { beside([] { pointer = new int[4](); std::free(pointer); }); }},
      {"one_by_realloc", [] { beside([] { pointer = new int(4); pointer = static_cast<int*>(std::realloc(pointer, 100)); }); }},
      {"aligned_by_free", [] { beside([] { pointer = (new Line())->words; std::free(pointer); }); }},
      {"nothrow_by_delete", [] { beside([] { pointer = new (std::nothrow) int[4]; delete pointer; }); }},
      {"owned", [] { beside([] { std::unique_ptr<int> p(new int[4]()); pointer = p.get(); }); }},
      {"copied_by_delete", [] { beside([] { char* text = strdup("text"); delete text; }); }},
      {"printed_by_delete", [] { beside([] { char* text; if (asprintf(&text, "%d", 3) > 0) delete text; }); }},
      {"line_by_delete", [] { beside([] {
         char* line = nullptr;
         size_t room = 0;
         std::FILE* file = fmemopen(const_cast<char*>("text"), 4, "r");
         if (getline(&line, &room, file) > 0) delete line;
       }); }},
      {"sometimes", sometimes}};
  cases.at(argv[1])();
}
// COVERS: races/alloc_kinds libc/operator_new driver/explain/memory
