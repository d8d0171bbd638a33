/* What a fork costs here without a model checker: prints how many children a second can be made and waited for. The
   benchmark gives its own rate as a part of this one, so that figures from two machines can be compared. */
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  enum { CHILDREN = 2000 };
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  for (int i = 0; i < CHILDREN; i++) {
    pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) _exit(0);
    waitpid(child, NULL, 0);
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  double seconds = (end.tv_sec - begin.tv_sec) + (end.tv_nsec - begin.tv_nsec) / 1e9;
  printf("%.0f\n", CHILDREN / seconds);
  return 0;
}
