// The layout of the address space. Every thread has a slot, which follows from its identity. So its
// stack, its thread-local variables and its k-th allocation have one address in every schedule. The
// checker's own memory lies below the slots.
//
//     slot:  [static TLS + thread control block]  [guard]  [stack]  [mappings]  [heap arena]
#pragma once

#include <cstddef>
#include <cstdint>

#include "omc/fast_path.h"
#include "run/schedule.h"

namespace omc {

constexpr size_t page_size = 4096;
constexpr uintptr_t slots_begin = 0x1000'0000'0000;
constexpr size_t slot_size = size_t{16} << 30;
constexpr uintptr_t slots_end = slots_begin + slot_size * max_threads;
constexpr size_t stack_offset = size_t{1} << 20;
constexpr size_t maps_offset = size_t{2} << 30;  // mappings of the thread
constexpr size_t maps_size = size_t{4} << 30;
constexpr size_t heap_offset = size_t{6} << 30;  // heap arena of the thread
constexpr size_t heap_size = slot_size - heap_offset;
constexpr size_t max_stack = size_t{1} << 30;
// Below the slots: the checker's own memory, and the world.
constexpr uintptr_t checker_begin = slots_begin - (uintptr_t{4} << 40);
constexpr uintptr_t world_address = slots_begin - (uintptr_t{64} << 30);
// The marks of omc/fast_path.h, and before them those of addresses such as -1.
constexpr uintptr_t addresses_end = uintptr_t{1} << 47;
constexpr uintptr_t marks_begin = omc_marks - page_size,
                    marks_end = omc_marks + addresses_end / omc_line_size;
constexpr uintptr_t rewound_begin = world_address - (uintptr_t{64} << 30);
// Below the checker's memory: the files that schedules change (kernel/file_records.h). First their
// records and names, then the content of each, where a shared mapping of the file lies too.
constexpr uintptr_t file_tables_begin = uintptr_t{4} << 40;
constexpr uintptr_t file_contents_begin = file_tables_begin + (uintptr_t{1} << 30);
constexpr size_t max_file_size = size_t{4} << 30;
constexpr unsigned max_file_records = 1024;
constexpr uintptr_t file_contents_end = file_contents_begin + max_file_size * max_file_records;

inline uintptr_t slot_address(unsigned slot) { return slots_begin + slot * slot_size; }
inline uintptr_t round_up(uintptr_t n, size_t to) { return (n + to - 1) / to * to; }
inline uintptr_t page_of(uintptr_t address) { return address & ~(page_size - 1); }
inline bool in_slots(uintptr_t address) { return address >= slots_begin && address < slots_end; }
inline bool in_file_contents(uintptr_t address) {
  return address >= file_contents_begin && address < file_contents_end;
}
inline bool is_checker_memory(uintptr_t address) {
  return (address >= checker_begin && address < slots_end) ||
         (address >= marks_begin && address < marks_end);
}

// Zeroed memory of the checker, never freed. Pages that are not accessed cost nothing.
void* checker_memory(size_t bytes);
// Maps zeroed memory at an address; false when it is in use, or memory is exhausted.
bool map_at(uintptr_t address, size_t bytes, int protection);

}  // namespace omc
