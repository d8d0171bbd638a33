// The stores to each atomic object that some thread may still read, in modification order. The
// newest one is what memory holds. With --memory-model c11 a load is a choice among the stores that
// are not below its thread's floor, and a store a choice among the places above it.
//
// Floors are not stored. Each store has marks: which thread wrote it, which threads have read it,
// and at which tick of their clocks. What a clock knows of an object is the newest store with a
// mark that the clock contains (coherence: what happens before an access bounds what it reads).
//
// The lists are rewound with the program. search/state.h adds digest_stores() to the state.
#pragma once

#include "races/happens_before.h"
#include "world/thread.h"

namespace omc {

using StoreRef = uint16_t;  // index + 1; 0: none
constexpr unsigned most_stores = 1 << 14, most_lists = 1 << 14, most_stores_of_one = 255;
constexpr uint16_t no_writer = UINT16_MAX;

struct Store {
  StoreRef older, newer;
  uint16_t writer;       // index of its clock; no_writer: the object was made with it
  uint8_t order;         // of the store, for reports
  bool attached;         // the next store is the update that read this one
  uint32_t tick;         // of the writer, when it wrote
  uint32_t stands_for;   // stores of the program: itself, and older ones that it replaces
  uint64_t bytes[2];     // not of the newest, whose bytes are in memory
  uint64_t after_write;  // the seq_cst fences before it, of which it is the lowest access here
  uint64_t after_reads;  // the same of loads that read it
  uintptr_t pc;
  Place place;
  Clock released;  // what a load that reads it acquires
  Clock read_at;   // by thread: its tick when it first read this store; 0: it has not
};

struct StoreList {
  uintptr_t address;
  uint16_t size, count;
  StoreRef oldest, newest;
  bool is_only_updated;    // older stores are not kept
  bool is_mixed;           // atomics of several sizes overlap: sequentially consistent
  uint64_t fences_before;  // seq_cst fences that come before a store that was dropped, or its loads
};

void open_stores();

Store& store_at(StoreRef ref);
// By number, up to list_count(). Without stores: not in use.
unsigned list_count();
StoreList& list_at(unsigned number);

// The list of an object; null: none so far.
StoreList* find_list(const void* p, size_t n);
// The list of an object that is accessed now. Null when it is treated as sequentially consistent.
StoreList* make_list(const void* p, size_t n, bool is_update);

// Positions in modification order, 0 the oldest that is kept. A rank also tells the reads of a
// store from the store: what is written has 4 * position, what reads it 2 more.
constexpr unsigned rank_of_write(unsigned position) { return 4 * position; }
constexpr unsigned rank_of_read(unsigned position) { return 4 * position + 2; }
unsigned position_of(const StoreList& list, StoreRef ref);
// The highest rank that a clock knows of.
unsigned known_rank(const StoreList& list, const Clock& clock);
inline unsigned floor_of(const StoreList& list, const Clock& clock) {
  return known_rank(list, clock) / 4;
}

// How many stores of the program are newer than this one: the outcome that reads it.
unsigned stores_since(StoreRef ref);
// The store that this outcome reads; 0 when there is none.
StoreRef store_read_by(const StoreList& list, unsigned outcome);

// Adds a store behind `after`. Null when there is no room.
Store* insert_store(StoreList& list, StoreRef after);
StoreRef ref_of(const Store& store);
// Removes a store; the marks of the oldest are those of all threads.
void remove_store(StoreList& list, StoreRef ref);
// Copies what memory holds into the newest store, before memory changes.
void keep_newest(const StoreList& list);
void mark_read(Store& store, unsigned reader, uint32_t tick);
// The bytes of a store, and whether they are these.
const void* bytes_of(const StoreList& list, StoreRef ref);

// Memory was freed.
void forget_stores(uintptr_t begin, size_t n);

// Visits the clock of each store, with a key that is equal in all schedules.
void for_each_store_clock(ClockVisitor visit, void* context);

}  // namespace omc
