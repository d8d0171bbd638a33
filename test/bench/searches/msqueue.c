// T threads enqueue and dequeue once on Michael and Scott's queue.
#include <pthread.h>
#include <stdatomic.h>
#ifndef T
#define T 2
#endif
struct Node {
  _Atomic(struct Node*) next;
  int value;
};
static struct Node nodes[T + 1];
static _Atomic(struct Node*) head = &nodes[T], tail = &nodes[T];
static void enqueue(struct Node* node) {
  for (;;) {
    struct Node *t = atomic_load(&tail), *next = atomic_load(&t->next);
    if (t != atomic_load(&tail)) continue;
    if (next) {
      atomic_compare_exchange_strong(&tail, &t, next);
      continue;
    }
    if (atomic_compare_exchange_strong(&t->next, &next, node)) {
      atomic_compare_exchange_strong(&tail, &t, node);
      return;
    }
  }
}
static int dequeue(void) {
  for (;;) {
    struct Node *h = atomic_load(&head), *t = atomic_load(&tail), *next = atomic_load(&h->next);
    if (h != atomic_load(&head)) continue;
    if (h == t) {
      if (!next) return -1;
      atomic_compare_exchange_strong(&tail, &t, next);
      continue;
    }
    int value = next->value;
    if (atomic_compare_exchange_strong(&head, &h, next)) return value;
  }
}
static void* run(void* p) {
  nodes[(long)p].value = (int)(long)p;
  enqueue(&nodes[(long)p]);
  dequeue();
  return 0;
}
int main(void) {
  pthread_t t[T];
  for (long i = 0; i < T; i++) pthread_create(&t[i], 0, run, (void*)i);
  for (int i = 0; i < T; i++) pthread_join(t[i], 0);
}
