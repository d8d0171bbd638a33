// T threads push and pop once on a Treiber stack.
#include <pthread.h>
#include <stdatomic.h>
#ifndef T
#define T 2
#endif
struct Node {
  struct Node* next;
};
static struct Node nodes[T];
static _Atomic(struct Node*) top;
static void* run(void* p) {
  struct Node* node = &nodes[(long)p];
  struct Node* old = atomic_load(&top);
  do node->next = old;
  while (!atomic_compare_exchange_strong(&top, &old, node));
  old = atomic_load(&top);
  while (old && !atomic_compare_exchange_strong(&top, &old, old->next)) {
  }
  return 0;
}
int main(void) {
  pthread_t t[T];
  for (long i = 0; i < T; i++) pthread_create(&t[i], 0, run, (void*)i);
  for (int i = 0; i < T; i++) pthread_join(t[i], 0);
}
