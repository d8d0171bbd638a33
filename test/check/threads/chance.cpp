// Time and chance that are no system calls: the same in every schedule and in every run.
// RUN: %build && %verdict ok --races --outcomes 'equal' -- %t
// RUN: %omc check -o - %t numbers > %t.1; %omc check -o - %t numbers > %t.2; diff <(grep -v executions %t.1) <(grep -v executions %t.2)
// RUN: %verdict incomplete -- %t int80
// RUN: not %omc check -o - %t int80 | FileCheck %s
// CHECK: INCOMPLETE: something that omc cannot follow or undo (int $0x80
#include <sched.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <unistd.h>
#include <x86intrin.h>
#include <atomic>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <random>
#include <string_view>
#include <thread>

std::atomic<int> n;

unsigned random_byte() { return std::ifstream("/dev/urandom", std::ios::binary).get(); }

unsigned long long used() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  tms times_used;
  return usage.ru_utime.tv_usec + times(&times_used) + clock() + sched_getcpu();
}

int main(int argc, char** argv) {
  std::string_view what = argc > 1 ? argv[1] : "";
  unsigned processor, drawn = std::random_device()();
  unsigned long long before = __rdtsc() + used();
  if (what == "numbers") std::printf("%u %u %llu\n", drawn, random_byte(), before);
  std::thread other([&] {
    n++;
    if (what == "int80") {
      int id = 20;
      asm volatile("int $0x80" : "+a"(id)::"memory");
    }
  });
  n++;
  bool equal = __rdtscp(&processor) - before + used() < 1000;
  other.join();
  if (what != "numbers") std::puts(equal ? "equal" : "different");
}
// COVERS: kernel/external_sources libc/misc kernel/syscalls
