// What the memory of a race is called; the argument says which.
// RUN: %build
// RUN: %expect-exit 1 %omc check --check data-race -o - %t member | FileCheck --check-prefix=MEMBER %s
// MEMBER: error: data-race: queues[1].head.count is
// RUN: %expect-exit 1 %omc check --check data-race -o - --json %t.json %t heap | FileCheck --check-prefix=HEAP %s
// HEAP: error: data-race: bytes 8 to 11 of a block of 24 bytes allocated by thread 0 at names.cpp:[[#LINE:]] are
// HEAP: allocated by thread 0 (main) at names.cpp:[[#LINE]]: auto* node = new Node();
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// JSON: "allocated_by": 0
// JSON: "variable": "bytes 8 to 11 of a block of 24 bytes allocated by
// RUN: %expect-exit 1 %omc check --check data-race -o - %t whole | FileCheck --check-prefix=WHOLE %s
// WHOLE: error: data-race: a block of 4 bytes allocated by thread 0 at names.cpp:{{[0-9]+}} is
// RUN: %expect-exit 1 %omc check --check data-race -o - %t local | FileCheck --check-prefix=LOCAL %s
// LOCAL: error: data-race: local counts[2] of use_local is
// RUN: %expect-exit 1 %omc check --check data-race -o - %t joining | FileCheck --check-prefix=JOINING %s
// JOINING: error: data-race: local count of joins is
// RUN: %expect-exit 1 %omc check --check data-race -o - %t thread | FileCheck --check-prefix=THREAD %s
// THREAD: error: data-race: thread-local depths[1] of thread 0 (main) is
// RUN: %expect-exit 1 %omc check --check data-race -o - %t their | FileCheck --check-prefix=THEIR %s
// THEIR: error: data-race: thread-local depths[2] of thread 1 ({{.*}}) is
// A thread that executes no statement of the program's own.
// RUN: %expect-exit 1 %omc check --check data-race -o - %t library | FileCheck --check-prefix=LIBRARY %s
// LIBRARY: thread 1 writes 4 bytes at {{[a-z_.]+}}:{{[1-9][0-9]*}}:{{[0-9]+}}, holding no lock: {{.}}
//
// The same where addresses are those of the file.
// RUN: %omc-cxx -std=c++20 -O1 -g -fno-pie -no-pie -pthread %s -o %t.fixed
// RUN: %expect-exit 1 %omc check --check data-race -o - %t.fixed member | FileCheck --check-prefix=MEMBER %s
// RUN: %expect-exit 1 %omc check --check data-race -o - %t.fixed local | FileCheck --check-prefix=LOCAL %s
#include <atomic>
#include <string>
#include <thread>

struct Node {
  Node* next = nullptr;
  int count = 0;
  void* value = nullptr;
};

struct Queue {
  long length = 0;
  Node head;
} queues[2];

thread_local long first = 1;
thread_local int depths[4];

void race_on(int* memory) {
  std::thread thread([memory] { ++*memory; });
  ++*memory;
  thread.join();
}

void use_local() {
  int counts[4] = {};
  race_on(&counts[2]);
}

// While it is joining, a function of the C++ library stands on the stack, which has no frame pointer.
void joins() {
  int count = 0;
  std::thread first([&] { ++count; }), second([&] { ++count; });
  first.join();
  second.join();
}

void race_on_theirs() {
  std::atomic<int*> theirs = nullptr;
  std::atomic<bool> done = false;
  std::thread thread([&] {
    theirs = &depths[2];
    ++depths[2];
    done.wait(false);
  });
  while (!theirs) std::this_thread::yield();
  ++*theirs.load();
  done = true;
  done.notify_all();
  thread.join();
}

void race_in_library() {
  static int a, b;
  void (*exchange)(int&, int&) = std::swap<int>;
  std::thread thread(exchange, std::ref(a), std::ref(b));
  a = 1;
  thread.join();
}

int main(int, char** arguments) {
  std::string what = arguments[1];
  if (what == "member") race_on(&queues[1].head.count);
  if (what == "whole") race_on(new int());
  if (what == "local") use_local();
  if (what == "joining") joins();
  if (what == "thread") race_on(&depths[1]);
  if (what == "library") race_in_library();
  if (what == "their") race_on_theirs();
  if (what == "heap") {
    auto* node = new Node();
    race_on(&node->count);
  }
}
// COVERS: driver/debuginfo/variables driver/debuginfo/symbols report/stack_owner driver/explain/object_names
