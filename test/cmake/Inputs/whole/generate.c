#include <stdio.h>

int main(void) {
  puts("#define LIMIT 100");
  return 0;
}
