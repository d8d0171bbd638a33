// Exceptions in flight, nested handlers, rethrown and carried to another thread, with switches between all
// the statements; errno and the C locale's tables belong to each thread.
// RUN: %build && %verdict ok --races --outcomes 'caught_1_2_carried_3' -- %t
#include <cctype>
#include <cerrno>
#include <exception>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>

std::exception_ptr carried;
int caught[2];

void fail(int n) { throw std::runtime_error(std::to_string(n)); }

void nest(int i) {
  errno = 40 + i;
  try {
    try {
      fail(i);
    } catch (const std::exception& e) {
      caught[i] = e.what()[0] - '0' + 1;
      throw;
    }
  } catch (const std::exception& e) {
    if (i == 1) carried = std::make_exception_ptr(std::runtime_error("3"));
    if (std::uncaught_exceptions() || !std::isdigit(e.what()[0])) std::printf("wrong");
  }
  if (errno != 40 + i) std::printf("errno of another thread");
}

int main() {
  std::thread one(nest, 0), two(nest, 1);
  one.join();
  two.join();
  try {
    std::rethrow_exception(carried);
  } catch (const std::exception& e) {
    std::printf("caught %d %d carried %s", caught[0], caught[1], e.what());
  }
}
// COVERS: threads/fiber libc/cxx_exception
