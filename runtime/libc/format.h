// What a format of printf or scanf makes the function read and write.
#pragma once

#include <stdarg.h>
#include <stddef.h>

namespace omc {

// Records what a printf is about to read: the format and the texts of %s. %n is a write.
void record_arguments(const char* format, va_list arguments, const void* pc);

// Records what a printf has written into memory; `length` is its result.
void record_printed(const char* out, size_t room, int length, const void* pc);

// Records what a scanf has written that has returned `count`.
void record_scanned(const char* format, va_list arguments, int count, const void* pc);

}  // namespace omc
