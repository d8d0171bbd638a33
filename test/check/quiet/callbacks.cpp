// What comes after a quiet statement and is not seen: code without instrumentation that called the function, an exception that
// goes through such code, the end of the program. No way of these is lost.
// RUN: %build && %verdict ok --races --outcomes 'returned:1 thrown:1 returned:2 thrown:2 returned:3 thrown:3' -- %t
#include <omc.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>

std::atomic<int> stage;
int hidden;  // touched by code that is not instrumented alone

OMC_NO_INSTRUMENT void call_and_look(int (*callback)(int), const char* what) {
  int own = 0;
  try {
    own = callback(1);
  } catch (int thrown) {
    own = thrown;
  }
  if (own == 2) {
    std::printf("%s:%d", what, __atomic_load_n(&hidden, __ATOMIC_SEQ_CST));
    std::fflush(stdout);
    std::_Exit(0);
  }
}

OMC_NO_INSTRUMENT void set_hidden(int n) { __atomic_store_n(&hidden, n, __ATOMIC_SEQ_CST); }

int returns(int n) {
  int own = n;
  own++;
  return own;
}

int throws(int n) {
  int own = n;
  own++;
  throw own;
}

int main() {
  set_hidden(1);
  std::thread other([] {
    stage++;
    set_hidden(2);
    stage++;
    set_hidden(3);
    stage++;
  });
  bool by_exception = omc_choose(2);
  stage++;
  if (by_exception) call_and_look(throws, "thrown");
  else call_and_look(returns, "returned");
  other.join();
}
// COVERS: steps/invisible_steps instrumenter/pass/external_calls
