/* Says where it runs and with what, and exits with 7: the script must pass all of that through. */
#include <stdio.h>
#include <unistd.h>

#ifndef GREETING
#define GREETING "stub"
#endif

int main(int argc, char **argv) {
  char cwd[4096];
  printf("%s in %s:", GREETING, getcwd(cwd, sizeof cwd));
  for (int i = 1; i < argc; i++) printf(" [%s]", argv[i]);
  printf("\n");
  return 7;
}
