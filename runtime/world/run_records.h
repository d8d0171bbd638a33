// What is kept in the run for reports: texts, bytes and sites, as offsets.
#pragma once

#include "world/thread.h"

namespace omc {

// The site of a place, with its path copied into the run.
Site site_of(const Place& place);
// A copy of `text` in the run, or 0.
uint64_t store_text(const char* text);
uint64_t store_bytes(const void* bytes, size_t n);

// An address as a place in the file that is loaded there; none where no file is.
FilePlace place_in_file(uint64_t address);

}  // namespace omc
