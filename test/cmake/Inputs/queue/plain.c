#include "tally.h"

int main(void) { return tally(-1); }
