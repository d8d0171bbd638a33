// A value is published by a flag. With a relaxed flag the reader may find an older value, and a
// report says which store was newer.
//
// RUN: %build && %verdict assert --message 'value.load' -- --memory-model c11 %t relaxed
// RUN: %verdict ok -- --memory-model sc %t relaxed
// RUN: %verdict ok -- --memory-model c11 %t release
// RUN: %verdict ok -- --memory-model c11 %t fences
// RUN: %expect-exit 1 %omc check -o - --memory-model c11 %t relaxed | FileCheck %s
// RUN: %omc check -o - %t relaxed | FileCheck --check-prefix=SC %s
// CHECK: error: {{.*}}value.load
// CHECK: thread {{[0-9]}} {{.*}} read 0 from value at publication.cpp:[[#]] (relaxed), not the newest store: 42, by thread {{[0-9]}} {{.*}} at publication.cpp:[[#]] (relaxed)
// CHECK: only weak memory shows this: with sequential consistency no such bug in {{[0-9]+}} states
// CHECK: 0 (newest 42)
// CHECK: replay: omc replay --memory-model c11 -s '{{.*}}/1
// SC: omc: not checked: what memory orders weaker than seq_cst allow (--memory-model c11)
// SC: omc: no bugs: all
// COVERS: races/memory_model/choices driver/explain/weak_memory driver/explain/values report/replay_trace
#include <atomic>
#include <cassert>
#include <cstring>
#include <thread>

std::atomic<int> value;
std::atomic<bool> ready;

int main(int, char** words) {
  using enum std::memory_order;
  bool has_release = !strcmp(words[1], "release"), has_fences = !strcmp(words[1], "fences");
  std::thread writer([=] {
    value.store(42, relaxed);
    if (has_fences) std::atomic_thread_fence(release);
    if (has_release)
      ready.store(true, release);
    else
      ready.store(true, relaxed);
  });
  std::thread reader([=] {
    if (!(has_release ? ready.load(acquire) : ready.load(relaxed))) return;
    if (has_fences) std::atomic_thread_fence(acquire);
    assert(value.load(relaxed) == 42);
  });
  writer.join();
  reader.join();
}
