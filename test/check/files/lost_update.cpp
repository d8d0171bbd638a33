// Two threads raise a counter that they share through the kernel. Without a lock one update may be lost; with one, never.
// RUN: rm -rf %t.dir && mkdir %t.dir && printf '0' > %t.dir/there && %build
// RUN: for way in at_place one_position mapped mapped_twice memory shared_memory system_v stdio; do \
// RUN:   %verdict assert -- %t $way %t.dir/new || exit 1; \
// RUN:   %verdict ok --outcomes 2 -- %t $way %t.dir/new locked || exit 1; \
// RUN: done
// The frames of libstdc++ have padding, so the engines count its states differently.
// RUN: %expect-exit 1 %omc check -o - %t fstream %t.dir/new | FileCheck --check-prefix=LOST %s
// RUN: %omc check -o - %t fstream %t.dir/new locked | FileCheck --check-prefix=KEPT %s
// LOST: omc: 1 bug: assert
// KEPT: omc: no bugs
// A file that was there before, and nothing of the run in it afterwards.
// RUN: for way in at_place mapped stdio; do %verdict assert -- %t $way %t.dir/there || exit 1; done
// RUN: test "$(cat %t.dir/there)" = 0 && test "$(ls %t.dir)" = there
// RUN: test ! -e /dev/shm/omc-test-lost-update
// The same, dormant: on the disk.
// RUN: %t mapped %t.dir/new locked | grep -q '^2$' && test -e %t.dir/new
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace {

const char* path;

struct Counter {
  std::function<int()> get;
  std::function<void(int)> set;
};

int open_new() {
  int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (fd < 0) perror("open"), exit(2);
  return fd;
}

Counter by_descriptor(int fd) {
  return {[=] {
            int n = 0;
            pread(fd, &n, sizeof n, 0);
            return n;
          },
          [=](int n) { pwrite(fd, &n, sizeof n, 0); }};
}

Counter in_memory(void* memory) {
  if (memory == MAP_FAILED) perror("mmap"), exit(2);
  auto* n = static_cast<volatile int*>(memory);
  return {[=] { return *n; }, [=](int value) { *n = value; }};
}

void* map_shared(int fd) {
  if (ftruncate(fd, 4096)) perror("ftruncate");
  return mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
}

std::map<std::string, std::function<Counter()>> ways{
    {"at_place", [] { return by_descriptor(open_new()); }},
    {"one_position",
     [] {
       int fd = open_new();
       write(fd, "\0\0\0", 4);
       return Counter{[=] {
                        int n = 0;
                        lseek(fd, 0, SEEK_SET);
                        read(fd, &n, sizeof n);
                        return n;
                      },
                      [=](int n) { pwrite(fd, &n, sizeof n, 0); }};
     }},
    {"mapped", [] { return in_memory(map_shared(open_new())); }},
    // One thread's mapping and the other's are the same memory, and so is what is read by calls.
    {"mapped_twice",
     [] {
       int fd = open_new();
       auto* read_here = static_cast<volatile int*>(map_shared(fd));
       auto* write_here = static_cast<volatile int*>(map_shared(open(path, O_RDWR)));
       return Counter{[=] { return *read_here; }, [=](int n) { *write_here = n; }};
     }},
    {"memory", [] { return in_memory(map_shared(memfd_create("counter", 0))); }},
    {"shared_memory",
     [] { return in_memory(map_shared(shm_open("/omc-test-lost-update", O_RDWR | O_CREAT, 0600))); }},
    {"system_v",
     [] { return in_memory(shmat(shmget(0x6f6d6301, 4096, IPC_CREAT | 0600), nullptr, 0)); }},
    {"stdio",
     [] {
       return Counter{[] {
                        int n = 0;
                        FILE* file = fopen(path, "r");
                        if (file) fscanf(file, "%d", &n), fclose(file);
                        return n;
                      },
                      [](int n) {
                        FILE* file = fopen(path, "w");
                        fprintf(file, "%d", n), fclose(file);
                      }};
     }},
    {"fstream",
     [] {
       return Counter{[] {
                        int n = 0;
                        std::ifstream(path) >> n;
                        return n;
                      },
                      [](int n) { std::ofstream(path) << n; }};
     }},
};

}  // namespace

int main(int argc, char** argv) {
  path = argv[2];
  Counter counter = ways.at(argv[1])();
  std::mutex lock;
  auto raise = [&] {
    std::unique_lock<std::mutex> held(lock, std::defer_lock);
    if (argc > 3) held.lock();
    counter.set(counter.get() + 1);
  };
  std::thread a(raise), b(raise);
  a.join();
  b.join();
  int n = counter.get();
  if (n != 2) abort();
  printf("%d\n", n);
}
// COVERS: kernel/file_calls kernel/file_records kernel/file_mappings kernel/shared_memory
