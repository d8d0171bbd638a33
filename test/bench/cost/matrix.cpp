// A product of matrices: globals, three loops deep.
#include <cstdio>
#include <cstdlib>

#include "beside.h"

constexpr int n = 64;
double a[n][n], b[n][n], c[n][n];

void product() {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}

int main(int, char** argv) {
  Beside beside;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i][j] = i + j, b[i][j] = i - j;
  double all = 0;
  for (int round = std::atoi(argv[1]); round; round--) {
    a[round % n][0] = round;
    product();
    all += c[round % n][3];
  }
  std::printf("%g\n", all);
}
