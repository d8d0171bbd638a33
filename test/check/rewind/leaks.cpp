// Nothing leaks from one schedule into the next: what the C and C++ libraries and the kernel keep behind a program's
// back is the same after ten thousand schedules as in the first, so there is one outcome.
// RUN: %clangxx -std=c++20 -g -shared -fPIC %S/Inputs/counter_library.cpp -o %t.so
// RUN: %build && %expect-exit 3 %omc check %but-races -o - --json %t.json --search exhaustive --max-executions 10000 %t %t.so < %s
// RUN: %python -c 'import json, sys; run = json.load(open(sys.argv[1])); assert run["stats"]["executions"] >= 10000, run["stats"]; assert len(run["outcomes"]) == 1, run["outcomes"]' %t.json
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <thread>

int x, y;

std::string fingerprint(const char* library) {
  static int calls = 0;
  std::ostringstream out;
  out << ++calls << ' ';
  char words[] = "a b c";
  out << strtok(words, " ") << strtok(nullptr, " ");
  out << ' ' << rand() % 1000 << ' ' << errno;
  errno = 5;
  time_t moment = 86400 * calls;
  out << ' ' << localtime(&moment)->tm_mday << ' ' << setlocale(LC_ALL, nullptr);
  setlocale(LC_ALL, "C.UTF-8");
  std::cout << std::setw(5) << 255 << std::hex << std::setfill('*');
  out << (getenv("OUR_OWN") ? getenv("OUR_OWN") : " nothing");
  setenv("OUR_OWN", " something", 1);
  out << (signal(SIGUSR1, SIG_IGN) == SIG_DFL ? " default" : " ignored");
  char text[4] = {};
  int fd = open("/etc/passwd", O_RDONLY);
  out << ' ' << fd << ' ' << read(fd, text, 3) << text;
  static int kept = open("/etc/group", O_RDONLY);
  out << ' ' << read(kept, text, 1) << lseek(kept, 0, SEEK_CUR);
  char directory[4096];
  out << ' ' << std::strlen(getcwd(directory, sizeof directory)) << chdir("/");
  static std::unique_ptr<std::map<int, int>> singleton;
  if (!singleton) singleton = std::make_unique<std::map<int, int>>();
  (*singleton)[calls] = 1;
  out << ' ' << singleton->size();
  std::string line;
  std::getline(std::cin, line);
  out << ' ' << line.size();
  static void* loaded = dlopen(library, RTLD_NOW);
  out << ' ' << reinterpret_cast<int (*)()>(dlsym(loaded, "next_number"))();
  if (calls == 1) atexit([] { std::printf("bye\n"); });
  return out.str();
}

int main(int, char** argv) {
  std::thread a([] { for (int i = 0; i < 4; i++) { x++; y = x; } });
  std::thread b([] { for (int i = 0; i < 4; i++) { y--; x = y; } });
  a.join();
  b.join();
  std::string first = fingerprint(argv[1]);
  std::cout << first << '\n' << fingerprint(argv[1]) << '\n';
}
// COVERS: search/rewind snapshot/pages kernel/descriptors libc/misc
