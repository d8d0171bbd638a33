// Contexts: a stack pointer with registers below it, and a thread pointer.
#pragma once

#include <cstdint>

namespace omc {

// Determines which registers the processor has; once, before the first switch.
void prepare_contexts();

// Saves the running context in `*save` and resumes that at `sp`, whose thread pointer is `tp`.
void switch_context(void** save, void* sp, uintptr_t tp);
// Makes a context on the stack that ends at `top`. It calls fn(), which must not return.
void* make_context(uintptr_t top, void (*fn)());
uintptr_t thread_pointer();
void set_thread_pointer(uintptr_t tp);

}  // namespace omc
