// A library that is not instrumented, uses what libomc intercepts before main, and does not name libomc.
#include <pthread.h>
#include <semaphore.h>

static pthread_key_t key;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t semaphore;
static int value;

static void set_value(void) { value = 42; }
static void end_of_value(void* p) { *(int*)p += 1; }

__attribute__((constructor)) static void begin(void) {
  pthread_key_create(&key, end_of_value);
  pthread_mutex_lock(&mutex);
  pthread_once(&once, set_value);
  pthread_mutex_unlock(&mutex);
  sem_init(&semaphore, 0, 1);
  sem_wait(&semaphore);
}

int early_value(void) { return value; }
void mark(int* p) { pthread_setspecific(key, p); }
