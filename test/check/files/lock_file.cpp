// A file that must not exist yet is a lock. One whose maker only looks before is none.
// RUN: rm -rf %t.dir && mkdir %t.dir && %build
// RUN: %verdict ok --races --outcomes 2 -- %t %t.dir/lock once
// RUN: %verdict assert -- %t %t.dir/lock broken
// A directory and a link are locks as well.
// RUN: %verdict ok --races --outcomes 2 -- %t %t.dir/lock directory
// RUN: %verdict ok --races --outcomes 2 -- %t %t.dir/lock link
// Locks of the kernel.
// RUN: %verdict ok --races --outcomes 2 -- %t %t.dir/lock flock
// RUN: %verdict ok --races --outcomes 2 -- %t %t.dir/lock range
// RUN: %verdict assert -- %t %t.dir/lock shared
// A lock of the process does not keep its own threads apart.
// RUN: %verdict assert -- %t %t.dir/lock process
// RUN: %verdict deadlock --message 'a lock on a file' -- %t %t.dir/lock twice
// RUN: test -z "$(ls %t.dir)"
#include <fcntl.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <thread>

namespace {

const char* path;
int inside, entered;

struct Lock {
  std::function<int()> take;
  std::function<void(int)> leave;
};

int make_new() {
  int fd;
  while ((fd = open(path, O_CREAT | O_EXCL | O_WRONLY, 0600)) < 0) sched_yield();
  return fd;
}

int lock_range(int command, short type) {
  int fd = open(path, O_CREAT | O_RDWR, 0600);
  struct flock range{};
  range.l_type = type;
  range.l_len = 10;
  if (fcntl(fd, command, &range)) perror("fcntl");
  return fd;
}

int lock_all(int operation) {
  int fd = open(path, O_CREAT | O_RDWR, 0600);
  if (flock(fd, operation)) perror("flock");
  return fd;
}

void close_and_remove(int fd) {
  close(fd);
  unlink(path);
}

std::map<std::string, Lock> locks{
    {"once", {make_new, close_and_remove}},
    {"broken",
     {[] {
        while (access(path, F_OK) == 0) sched_yield();
        return open(path, O_CREAT | O_WRONLY, 0600);
      },
      close_and_remove}},
    {"directory",
     {[] {
        while (mkdir(path, 0700)) sched_yield();
        return 0;
      },
      [](int) { rmdir(path); }}},
    {"link",
     {[] {
        while (symlink("owner", path)) sched_yield();
        return 0;
      },
      [](int) { unlink(path); }}},
    {"flock", {[] { return lock_all(LOCK_EX); }, [](int fd) { close(fd); }}},
    {"shared", {[] { return lock_all(LOCK_SH); }, [](int fd) { close(fd); }}},
    {"range", {[] { return lock_range(F_OFD_SETLKW, F_WRLCK); }, [](int fd) { close(fd); }}},
    {"process", {[] { return lock_range(F_SETLKW, F_WRLCK); }, [](int fd) { close(fd); }}},
    {"twice",
     {[] {
        lock_all(LOCK_EX);
        return lock_all(LOCK_EX);
      },
      [](int fd) { close(fd); }}},
};

}  // namespace

int main(int, char** argv) {
  path = argv[1];
  const Lock& lock = locks.at(argv[2]);
  auto enter = [&] {
    int held = lock.take();
    if (inside++) abort();
    entered++;
    inside--;
    lock.leave(held);
  };
  std::thread a(enter), b(enter);
  a.join();
  b.join();
  printf("%d\n", entered);
}
// COVERS: kernel/file_calls kernel/file_locks kernel/name_calls
