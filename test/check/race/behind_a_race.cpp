// What a thread learns by a data race is in no order. So the race on a flag does not hide the one on what the flag guards: not
// when all are asked for, nor when the first does not count, because of a suppression or by the program's own word.
// RUN: %build
// RUN: %expect-exit 1 %omc check --all -o - %t | FileCheck --check-prefix=ALL %s
// ALL: error: data-race: ready is
// ALL: error: data-race: guarded is
// ALL: omc: 2 bugs: 2 data-race
// RUN: echo race:ready > %t.known
// RUN: %expect-exit 1 %omc check --suppressions %t.known -o - %t | FileCheck --check-prefix=GUARDED %s
// RUN: %expect-exit 1 %omc check -o - %t benign | FileCheck --check-prefix=GUARDED %s
// RUN: %expect-exit 1 %omc check -o - %t ignored | FileCheck --check-prefix=GUARDED %s
// RUN: %expect-exit 1 %omc check -o - %t reads | FileCheck --check-prefix=GUARDED %s
// GUARDED: error: data-race: guarded is
// GUARDED: omc: 1 bug: data-race
#include <omc.h>

#include <cstring>
#include <thread>

extern "C" void AnnotateBenignRaceSized(const char*, int, const volatile void*, size_t, const char*);
extern "C" void AnnotateIgnoreReadsBegin(const char*, int);
extern "C" void AnnotateIgnoreReadsEnd(const char*, int);
extern "C" void AnnotateIgnoreWritesBegin(const char*, int);
extern "C" void AnnotateIgnoreWritesEnd(const char*, int);

bool ready;
int guarded;

void set(bool ignored) {
  if (ignored) AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
  ready = true;
  if (ignored) AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
}

bool get(bool ignored) {
  if (ignored) AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
  bool is_ready = ready;
  if (ignored) AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
  return is_ready;
}

int main(int count, char** arguments) {
  auto is = [&](const char* name) { return count > 1 && !std::strcmp(arguments[1], name); };
  if (is("benign")) AnnotateBenignRaceSized(__FILE__, __LINE__, &ready, sizeof ready, "a flag");
  if (is("ignored")) omc_ignore(&ready, sizeof ready);
  bool ignored = is("reads");
  std::thread writer([=] {
    guarded = 1;
    set(ignored);
  });
  if (get(ignored)) guarded = 2;
  writer.join();
}
// COVERS: races/co_enabled_races races/happens_before driver/explain/suppressions
