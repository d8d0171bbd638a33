// What omc cannot give to each schedule is said: a child process that needs a changed file, a directory of the disk with
// another name, a named pipe.
// RUN: rm -rf %t.dir && mkdir -p %t.dir/folder && %build
// RUN: %verdict ok -- %t %t.dir nothing
// RUN: for what in child after_child folder chdir pipe twice fixed semaphore queue; do %verdict incomplete -- %t %t.dir $what || exit 1; done
// What a constructor does is part of each schedule too.
// RUN: env EARLY=%t.dir/early %omc check -o - %t %t.dir early | FileCheck %s
// CHECK: omc: no bugs
// RUN: test "$(ls %t.dir)" = folder
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <thread>

namespace {

void* map_shared(int fd, int protection, void* at = nullptr, int flags = 0) {
  return mmap(at, 4096, protection, MAP_SHARED | flags, fd, 0);
}

int open_new(const char* path) {
  int fd = open(path, O_RDWR | O_CREAT, 0600);
  if (ftruncate(fd, 4096)) abort();
  return fd;
}

int* early;

[[gnu::constructor]] void map_early() {
  if (const char* path = getenv("EARLY"))
    early = static_cast<int*>(map_shared(open_new(path), PROT_READ | PROT_WRITE));
}

std::map<std::string, std::function<void()>> cases{
    {"nothing", [] {}},
    {"early",
     [] {
       if ((*early)++) abort();
     }},
    {"child",
     [] {
       open_new("file");
       if (system("test -e file")) abort();
     }},
    {"after_child",
     [] {
       if (system("true")) abort();
       open_new("file");
     }},
    {"folder", [] { rename("folder", "other"); }},
    {"chdir",
     [] {
       mkdir("made", 0700);
       if (chdir("made")) abort();
     }},
    {"pipe", [] { mkfifo("pipe", 0600); }},
    {"twice",
     [] {
       int fd = open_new("file");
       map_shared(fd, PROT_READ);
       map_shared(fd, PROT_READ | PROT_WRITE);
     }},
    {"semaphore",
     [] {
       int id = semget(IPC_PRIVATE, 1, 0600);
       semctl(id, 0, IPC_RMID);
     }},
    {"queue",
     [] {
       if (msgget(0x6f6d6303, IPC_CREAT | IPC_EXCL | 0600) < 0) abort();
     }},
    {"fixed",
     [] {
       void* at = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
       map_shared(open_new("file"), PROT_READ, at, MAP_FIXED);
     }},
};

}  // namespace

int main(int, char** argv) {
  if (chdir(argv[1])) return 2;
  std::thread other([] {});
  std::thread does(cases.at(argv[2]));
  does.join();
  other.join();
}
// COVERS: kernel/file_mappings kernel/process kernel/working_directory kernel/name_calls snapshot/regions
