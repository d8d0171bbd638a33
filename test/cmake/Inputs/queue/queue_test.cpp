#include <cassert>
#include <thread>

#include "queue.h"

int main(int argc, char**) {
  bool wrong = argc > 1;
  Queue queue;
  auto put = [&] { wrong ? queue.put_unlocked() : queue.put(); };
  std::thread one(put), two(put);
  one.join();
  two.join();
  assert(queue.size() == 4);
}
