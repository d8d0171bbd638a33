// omc_explore from inside a test program, several times in one process, as test cases of a framework would: each
// call gives a verdict with its counts, and the process is as it was before. Outside of omc check, too.
// RUN: %build && %t | FileCheck %s
// CHECK: deadlock: verdict 1, 1 bug deadlock, schedule [[SCHEDULE:.+]]
// CHECK: clean: verdict 0, 0 bugs, 2 outcomes
// CHECK: exhaustive: verdict 0, 0 bugs, 2 outcomes
// CHECK: failure: verdict 1, 1 bug assert, 'value != 1'
// CHECK: limit: verdict 3
// CHECK: alone: verdict 4
// CHECK: wrong: verdict 2, {{.*}}serach
// CHECK: deadlock: verdict 1, 1 bug deadlock, schedule [[SCHEDULE]]
// CHECK: untouched 7
#include <omc.h>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex first, second;
std::atomic<int> value = 7;

void deadlock(void*) {
  std::thread one([] { std::scoped_lock a(first); std::scoped_lock b(second); });
  std::thread two([] { std::scoped_lock b(second); std::scoped_lock a(first); });
  one.join();
  two.join();
}

void clean(void*) {
  value = 0;
  std::thread one([] { value = 1; });
  std::thread two([] { value = 2; });
  one.join();
  two.join();
  std::printf("%d", value.load());
}

void failure(void*) {
  value = 0;
  std::thread one([] { value++; });
  omc_assert(value != 1);
  one.join();
}

void alone(void*) { value = 3; }

void tell_deadlock() {
  omc_result result;
  int verdict = omc_explore(nullptr, deadlock, nullptr, &result);
  std::printf("deadlock: verdict %d, %d bug %s, schedule %s\n", verdict, result.bugs, result.kind, result.schedule);
}

void tell_clean(const char* name, const char* search) {
  omc_options options{};
  options.search = search;
  options.jobs = 2;
  omc_result result;
  int verdict = omc_explore(&options, clean, nullptr, &result);
  std::printf("%s: verdict %d, %d bugs, %llu outcomes\n", name, verdict, result.bugs, result.outcomes);
}

int main() {
  tell_deadlock();
  tell_clean("clean", nullptr);
  tell_clean("exhaustive", "exhaustive");
  omc_result result;
  int verdict = omc_explore(nullptr, failure, nullptr, &result);
  std::printf("failure: verdict %d, %d bug %s, '%s'\n", verdict, result.bugs, result.kind, result.message);
  omc_options limited{};
  limited.max_executions = 2;
  std::printf("limit: verdict %d\n", omc_explore(&limited, clean, nullptr, nullptr));
  std::printf("alone: verdict %d\n", omc_explore(nullptr, alone, nullptr, nullptr));
  omc_options wrong{};
  wrong.more = "serach=pruned";
  verdict = omc_explore(&wrong, clean, nullptr, &result);
  std::printf("wrong: verdict %d, %s\n", verdict, result.message);
  tell_deadlock();
  std::printf("untouched %d\n", value.load());
}
// COVERS: entry/api entry/session run/options
