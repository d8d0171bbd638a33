#include "tally.h"

int tally(int before) {
  int after = before;
  after++;
  return after;
}
