#include "queue.h"

int main() {
  Queue queue;
  queue.put();
  return queue.size() == 2 ? 0 : 1;
}
