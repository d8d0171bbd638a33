// A variable that is used with and without atomic operations. One that reads what another thread has released knows of all that
// this thread did before, to the same variable too. The argument says which.
// RUN: %build
// RUN: %verdict ok --races -- %t exchange
// RUN: %verdict ok --races -- %t load
// RUN: %verdict data-race --message 'word is' -- %t relaxed
// RUN: %verdict data-race --message 'word is' -- %t behind
#include <cstring>
#include <thread>

int word, seen;
int uses;  // in an order that makes clocks necessary

void use() { __atomic_fetch_add(&uses, 1, __ATOMIC_RELAXED); }

void read_and_store() {
  seen = word;
  __atomic_store_n(&word, 2, __ATOMIC_RELEASE);
}

void exchange(int order) {
  use();
  int expected = 2;
  __atomic_compare_exchange_n(&word, &expected, 1, false, order, __ATOMIC_ACQUIRE);
}

// The second thread touches the word only when it is known to be set.
int ready;
void write_and_store() {
  word = 1;
  __atomic_store_n(&word, 2, __ATOMIC_RELEASE);
  __atomic_store_n(&ready, 1, __ATOMIC_RELAXED);
}

void load_when_ready(int order) {
  use();
  if (__atomic_load_n(&ready, __ATOMIC_RELAXED)) __atomic_load_n(&word, order);
}

void store_and_read() {
  __atomic_store_n(&word, 2, __ATOMIC_RELEASE);
  seen = word;
}

template <class First, class Second>
void both(First first, Second second) {
  std::thread other(first);
  second();
  other.join();
}

int main(int, char** arguments) {
  auto is = [&](const char* name) { return !std::strcmp(arguments[1], name); };
  if (is("exchange")) both(read_and_store, [] { exchange(__ATOMIC_ACQ_REL); });
  if (is("load")) both(write_and_store, [] { load_when_ready(__ATOMIC_ACQUIRE); });
  if (is("relaxed")) both(write_and_store, [] { load_when_ready(__ATOMIC_RELAXED); });
  if (is("behind")) both(store_and_read, [] { exchange(__ATOMIC_ACQ_REL); });
}
// COVERS: races/atomics races/access_history
