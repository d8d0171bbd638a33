// Contexts: a stack pointer with registers below it, and the thread pointer that goes with it.
#pragma once

#include <cstdint>

namespace omc {

// Asks the processor what there is to save; once, before the first switch.
void prepare_contexts();

// Saves the running context in `*save` and continues the one saved at `sp`, whose thread pointer is
// `tp`.
void switch_context(void** save, void* sp, uintptr_t tp);
// Makes a context on the stack that ends at `top` which will call fn() and must not return.
void* make_context(uintptr_t top, void (*fn)());
uintptr_t thread_pointer();
void set_thread_pointer(uintptr_t tp);

}  // namespace omc
