#ifdef TESTING
#error "an option of another folder"
#endif
extern "C" int next_raw(void);
int next_ticket() { return FIRST + next_raw(); }
