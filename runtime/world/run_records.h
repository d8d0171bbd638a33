// Copies of texts, bytes and sites in the run, for reports. They are named by their offsets.
#pragma once

#include "world/thread.h"

namespace omc {

// The site of a place, with its path copied into the run.
Site site_of(const Place& place);
// A copy of `text` in the run; 0 when there is no room.
uint64_t store_text(const char* text);
uint64_t store_bytes(const void* bytes, size_t n);

// An address as an offset in the file that is loaded there; empty where none is.
FilePlace place_in_file(uint64_t address);

}  // namespace omc
