// A library that is loaded at run time and starts threads: its statements are steps like the program's, and what it
// finds wrong is reported with its lines. Loaded before there are threads, or by a thread.
// RUN: %omc-cxx -std=c++20 -O1 -g -pthread -fPIC -shared %S/Inputs/worker_library.cpp -o %t.so
// RUN: %build
// RUN: %verdict ok --outcomes '1:11 11:11' -- %t %t.so work
// RUN: %verdict ok --outcomes '1:1' -- %t %t.so in-thread
// RUN: %verdict ok --outcomes '.' -- %t %t.so close
// RUN: %verdict deadlock --message 'm' -- %t %t.so deadlock
#include <dlfcn.h>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

template <class F>
F* find(void* library, const char* name) {
  return reinterpret_cast<F*>(dlsym(library, name));
}

int told;
void tell(int sum) { told = sum; }

// Adds while the worker works.
void work(void* library) {
  find<void(void (*)(int))>(library, "begin_work")(tell);
  find<void(int)>(library, "add_work")(10);
  int sum = find<int()>(library, "end_work")();
  std::printf("%d:%d", told, sum);
}

void in_thread(const char* path) {
  std::thread([=] {
    void* library = dlopen(path, RTLD_NOW);
    find<void(void (*)(int))>(library, "begin_work")(tell);
    int sum = find<int()>(library, "end_work")();
    std::printf("%d:%d", told, sum);
  }).join();
}

// The library's worker is joined by its destructor, in dlclose.
void close(const char* path) {
  void* library = dlopen(path, RTLD_NOW);
  find<void(void (*)(int))>(library, "begin_work")(tell);
  dlclose(library);
  if (told != 1) std::printf("?");
}

std::mutex mine;
void lock_mine() { std::lock_guard lock(mine); }

void deadlock(void* library) {
  auto work_with = find<void(void (*)())>(library, "work_with");
  std::thread other([=] { work_with(lock_mine); });
  {
    std::lock_guard lock(mine);
    find<void(int)>(library, "add_work")(1);
  }
  other.join();
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  std::string what = argv[2];
  if (what == "in-thread") return in_thread(argv[1]), 0;
  if (what == "close") return close(argv[1]), 0;
  void* library = dlopen(argv[1], RTLD_NOW);
  if (!library) return std::printf("%s", dlerror()), 2;
  if (what == "work") work(library);
  if (what == "deadlock") deadlock(library);
}
// COVERS: sharing/instrumented_code world/run_records platform/next_definition
// COVERS: libc/loader
