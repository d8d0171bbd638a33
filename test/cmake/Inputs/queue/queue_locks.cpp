#include <thread>

#include "queue.h"

int main() {
  Queue queue;
  std::thread one([&] { queue.put(); }), two([&] { queue.take(); });
  one.join();
  two.join();
}
