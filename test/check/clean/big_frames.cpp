// Large frames, deep recursion and alloca on the stacks of threads; a stack of a size asked for.
// RUN: %build && %verdict ok --races --outcomes '5050_5050_7' -- %t
#include <alloca.h>
#include <omc.h>
#include <pthread.h>

#include <cstdio>
#include <cstring>

OMC_NO_INSTRUMENT int add_up(int n) {
  volatile char frame[20000];
  frame[n] = 1;
  return n ? n * frame[n] + add_up(n - 1) : 0;
}

void* deep(void* out) {
  *static_cast<int*>(out) = add_up(100);
  return nullptr;
}

void* wide(void* out) {
  char* room = static_cast<char*>(alloca(1 << 20));
  std::memset(room, 7, 1 << 20);
  *static_cast<int*>(out) = room[1 << 19];
  return nullptr;
}

int main() {
  pthread_t threads[3];
  int out[3] = {};
  pthread_attr_t large;
  pthread_attr_init(&large);
  pthread_attr_setstacksize(&large, 32 << 20);
  pthread_create(&threads[0], nullptr, deep, &out[0]);
  pthread_create(&threads[1], &large, deep, &out[1]);
  pthread_create(&threads[2], nullptr, wide, &out[2]);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  std::printf("%d %d %d", out[0], out[1], out[2]);
}
// COVERS: snapshot/stacks threads/fiber platform/address_space
