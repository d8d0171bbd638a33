// Two threads, and functions from objects and libraries of every kind.
#include <thread>

extern "C" int add(int), twice(int), thrice(int);

int use(int n) {
#ifdef ALONE
  return thrice(n);
#else
  return add(twice(thrice(n)));
#endif
}

int main() {
  std::thread thread([] { use(1); });
  thread.join();
}
