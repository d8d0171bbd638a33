// One statement makes the same access twice, and the second time the block is gone, or shorter.
// RUN: %build && %verdict memory -- %t
// RUN: %verdict memory -- %t short
#include <cstdlib>
#include <thread>

void* volatile kept;

int main(int argc, char**) {
  auto* block = static_cast<char*>(malloc(128));
  volatile char* byte = block + 110;
  std::thread other([] {});
  if (argc > 1)
    *byte = 1, kept = realloc(block, 100), *byte = 2;
  else
    *byte = 1, free(block), *byte = 2;
  other.join();
}
// COVERS: races/memory_errors sharing/private_access sharing/private_cache
