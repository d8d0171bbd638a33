// Flanagan and Godefroid's file system: N threads, a lock for each inode and each block.
#include <pthread.h>
#ifndef N
#define N 14
#endif
enum { blocks = 26, inodes = 32 };
static pthread_mutex_t locki[inodes], lockb[blocks];
static int inode[inodes], busy[blocks];
static void* run(void* p) {
  int i = (int)(long)p % inodes;
  pthread_mutex_lock(&locki[i]);
  if (inode[i] == 0) {
    int b = (i * 2) % blocks;
    for (;;) {
      pthread_mutex_lock(&lockb[b]);
      if (!busy[b]) {
        busy[b] = 1;
        inode[i] = b + 1;
        pthread_mutex_unlock(&lockb[b]);
        break;
      }
      pthread_mutex_unlock(&lockb[b]);
      b = (b + 1) % blocks;
    }
  }
  pthread_mutex_unlock(&locki[i]);
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < inodes; i++) pthread_mutex_init(&locki[i], 0);
  for (int i = 0; i < blocks; i++) pthread_mutex_init(&lockb[i], 0);
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, run, (void*)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
}
