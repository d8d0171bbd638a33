int first_before_second(const int* pair) { return pair[0] && !pair[1]; }
