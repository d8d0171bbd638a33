static int last;
int next_raw(void) { return ++last; }
