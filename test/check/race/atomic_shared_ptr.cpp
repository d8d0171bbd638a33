// One shared_ptr in two threads: atomic, and plain. In libstdc++ 12 load() leaves the lock inside with a relaxed
// operation; what that does not order is the library's, and nothing that its user could do better, so it is not told.
// RUN: %build
// RUN: %python %S/Inputs/cases.py --omc %omc --source %s %t
#include "Inputs/cases.h"

#include <atomic>
#include <memory>

namespace {

void atomic_shared_ptr() {
  static std::shared_ptr<int> plain = std::make_shared<int>(1);
  static std::atomic<std::shared_ptr<int>> safe{std::make_shared<int>(1)};
  both([] {
         if (broken) plain = std::make_shared<int>(2);  // <- atomic_shared_ptr
         else safe.store(std::make_shared<int>(2));
       },
       [] {
         std::shared_ptr<int> mine = broken ? plain : safe.load();  // <- atomic_shared_ptr
         std::printf("%d", *mine);
       });
}

const Case cases[] = {{"atomic_shared_ptr", atomic_shared_ptr}};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: instrumenter/pass/library_fixes races/atomics
