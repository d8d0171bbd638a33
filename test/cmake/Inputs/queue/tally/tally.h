#pragma once
#ifdef __cplusplus
extern "C"
#endif
int tally(int before);
