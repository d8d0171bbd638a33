// Two data races, one behind the other.
#include <thread>

int first_count, second_count;

void first() { first_count++; }
void second() { second_count++; }

void both() {
  first();
  second();
}

int main() {
  std::thread one(both), other(both);
  one.join();
  other.join();
}
