#include <thread>

extern "C" int next_raw(void);

int main() {
  std::thread other(next_raw);
  next_raw();
  other.join();
}
