// What a file contains after calls in any order, and where a mapping of it ends.
// RUN: rm -rf %t.dir && mkdir %t.dir && %python -c "print('x' * 9999)" > %t.dir/there && cp %t.dir/there %t.before && %build
// Each write is appended as a whole.
// RUN: %verdict ok --outcomes 'ab ba' -- %t %t.dir/new append
// The frames of the C library have padding, so the engines count its states differently.
// RUN: for engine in rewind fork; do %omc check --engine $engine -o - %t %t.dir/new append_stdio | FileCheck %s || exit 1; done
// CHECK: omc: 2 distinct outcomes
// CHECK: omc: no bugs
// Two positions: the later write wins. One position: both are kept.
// RUN: %verdict ok --outcomes 'a b' -- %t %t.dir/new overwrite
// RUN: %verdict ok --outcomes 'ab ba' -- %t %t.dir/new shared_position
// What is mapped, and what is written by a call, are the same.
// RUN: %verdict ok --outcomes 'seen unseen' -- %t %t.dir/new coherent
// RUN: %verdict data-race -- %t %t.dir/new coherent
// Behind the end of a file is nothing to access; in one order the file is long enough.
// RUN: %verdict crash --message SIGBUS -- %t %t.dir/new short
// RUN: %verdict ok --outcomes '1' -- %t %t.dir/new long
// RUN: %verdict crash --message SIGBUS -- %t %t.dir/there shrunk
// A file that was there is read through; what a schedule has written is read back, also far behind.
// RUN: %verdict ok --outcomes 'x,a,10000 x,x,10000' -- %t %t.dir/there through
// RUN: %verdict ok --outcomes '0,z,0,5000001' -- %t %t.dir/new sparse
// Only who may write can.
// RUN: %verdict ok --outcomes 'EBADF,EACCES,EISDIR,ENOTDIR,EEXIST' -- %t %t.dir/there refused
// RUN: cmp %t.before %t.dir/there && test "$(ls %t.dir)" = there
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <thread>

namespace {

std::string path;

int open_it(int flags = 0) { return open(path.c_str(), O_RDWR | O_CREAT | flags, 0600); }

void both(const std::function<void()>& first, const std::function<void()>& second) {
  std::thread a(first), b(second);
  a.join();
  b.join();
}

void show() {
  char text[16] = {};
  int fd = open_it();
  read(fd, text, sizeof text - 1);
  puts(text);
}

void append(const char* text) {
  int fd = open_it(O_APPEND);
  write(fd, text, 1);
  close(fd);
}

void append_by_stdio(const char* text) {
  FILE* file = fopen(path.c_str(), "a");
  fprintf(file, "%s", text);
  fclose(file);
}

void overwrite(const char* text) {
  int fd = open_it();
  write(fd, text, 1);
  close(fd);
}

char* map_page(int fd, size_t n = 4096) {
  return static_cast<char*>(mmap(nullptr, n, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
}

const char* name_of_error() {
  switch (errno) {
    case EBADF: return "EBADF";
    case EACCES: return "EACCES";
    case EISDIR: return "EISDIR";
    case ENOTDIR: return "ENOTDIR";
    case EEXIST: return "EEXIST";
    default: return "?";
  }
}

std::map<std::string, std::function<void()>> cases{
    {"append", [] { both([] { append("a"); }, [] { append("b"); }), show(); }},
    {"append_stdio", [] { both([] { append_by_stdio("a"); }, [] { append_by_stdio("b"); }), show(); }},
    {"overwrite", [] { both([] { overwrite("a"); }, [] { overwrite("b"); }), show(); }},
    {"shared_position",
     [] {
       int fd = open_it();
       both([=] { write(fd, "a", 1); }, [=] { write(fd, "b", 1); });
       show();
     }},
    {"coherent",
     [] {
       int fd = open_it();
       ftruncate(fd, 4096);
       char* memory = map_page(fd);
       both([=] { pwrite(fd, "a", 1, 7); }, [=] { puts(memory[7] == 'a' ? "seen" : "unseen"); });
     }},
    {"short",
     [] {
       int fd = open_it();
       char* memory = map_page(fd);
       both([=] { ftruncate(fd, 1); }, [=] { memory[0] = 1; });
     }},
    {"long",
     [] {
       int fd = open_it();
       ftruncate(fd, 4097);
       char* memory = map_page(fd, 8192);
       both([=] { memory[4095] = 1; }, [=] { memory[8191] = 1; });
       printf("%d\n", memory[4095]);
     }},
    {"shrunk",
     [] {
       int fd = open_it();
       char* memory = map_page(fd, 9999);
       both([=] { ftruncate(fd, 100); }, [=] { memory[9000] = 1; });
     }},
    {"through",
     [] {
       int fd = open_it();
       char text[2];
       both([=] { pwrite(fd, "a", 1, 9000); },
            [=, &text] { pread(fd, text, 1, 5), pread(fd, text + 1, 1, 9000); });
       struct stat status;
       fstat(fd, &status);
       printf("%c,%c,%d\n", text[0], text[1], static_cast<int>(status.st_size));
     }},
    {"sparse",
     [] {
       int fd = open_it();
       both([=] { pwrite(fd, "z", 1, 5'000'000); }, [=] { lseek(fd, 0, SEEK_END); });
       char text[3] = {1, 1, 1};
       pread(fd, text, 1, 4'000'000), pread(fd, text + 1, 1, 5'000'000);
       printf("%d,%c,%ld,%ld\n", text[0], text[1], static_cast<long>(read(fd, text, 0)),
              static_cast<long>(lseek(fd, 0, SEEK_END)));
     }},
    {"refused",
     [] {
       both([] {}, [] {});
       int fd = open(path.c_str(), O_RDONLY);
       std::string all;
       if (write(fd, "a", 1) < 0) all += name_of_error();
       if (mmap(nullptr, 10, PROT_WRITE, MAP_SHARED, fd, 0) == MAP_FAILED) all += std::string(",") + name_of_error();
       std::string folder = path.substr(0, path.rfind('/'));
       if (open(folder.c_str(), O_RDWR) < 0) all += std::string(",") + name_of_error();
       if (open((path + "/file").c_str(), O_RDWR | O_CREAT, 0600) < 0) all += std::string(",") + name_of_error();
       if (mkdir(path.c_str(), 0700)) all += std::string(",") + name_of_error();
       puts(all.c_str());
     }},
};

}  // namespace

int main(int, char** argv) {
  path = argv[1];
  cases.at(argv[2])();
}
// COVERS: kernel/file_calls kernel/file_content kernel/file_records kernel/file_mappings kernel/descriptors snapshot/pages
