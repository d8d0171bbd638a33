// Where instrumented code lies: the program and those of its libraries that were made by omc-cc.
// That all of their code is instrumented is what the driver has looked at before.
#pragma once

#include <cstdint>

namespace omc {

void find_seen_text();
bool is_seen_text(uintptr_t pc);
// The function at an address, which may be the stub of one that lies elsewhere.
bool is_seen_function(uintptr_t address);
// A function that the linker has found by its name: seen, unless a library has it that is not.
bool is_seen_function(const char* name);

// What is not seen lies in a library that may order threads by means of its own: any but those that
// belong to every program.
bool may_order(uintptr_t address);
bool may_order(const char* name);
// The same for code there that calls.
bool may_order_itself(const void* pc);
// And the same library has a malloc of its own.
bool is_of_allocator(uintptr_t address);

}  // namespace omc
