// Open addressing; the key zero stands for an empty place.
#include "buddy/visited_states.h"

#include <stdlib.h>
#include <string.h>

namespace omc::buddy {
namespace {

template <typename Entry>
struct DigestTable {
  Entry* entries = nullptr;
  uint64_t capacity = 0, count = 0;

  Entry* find(const Digest& key) {
    uint64_t i = key.low & (capacity - 1);
    while (!is_empty(entries[i]) && !(entries[i].key == key)) i = (i + 1) & (capacity - 1);
    return &entries[i];
  }
  static bool is_empty(const Entry& entry) { return entry.key == Digest{}; }
  // Makes room for one more.
  bool grow() {
    if (capacity && count * 4 < capacity * 3) return true;
    DigestTable larger;
    larger.capacity = capacity ? capacity * 2 : 1 << 14;
    larger.entries = static_cast<Entry*>(calloc(larger.capacity, sizeof(Entry)));
    if (!larger.entries) return false;
    for (uint64_t i = 0; i < capacity; i++)
      if (!is_empty(entries[i])) *larger.find(entries[i].key) = entries[i];
    larger.count = count;
    free(entries);
    *this = larger;
    return true;
  }
  void clear() {
    free(entries);
    *this = {};
  }
};

struct StatePlace {
  Digest key;
};
struct CounterPlace {
  Digest key;
  FirstOfCounter first;
};
DigestTable<StatePlace> states;
DigestTable<CounterPlace> counters;

}  // namespace

bool insert_state(const Digest& state, bool& full) {
  if (!states.grow()) return full = true, false;
  StatePlace* entry = states.find(state);
  if (!DigestTable<StatePlace>::is_empty(*entry)) return true;
  entry->key = state;
  states.count++;
  return false;
}

uint64_t state_count() { return states.count; }

void forget_states() {
  states.clear();
  for (uint64_t i = 0; i < counters.capacity; i++) free(counters.entries[i].first.schedule);
  counters.clear();
}

FirstOfCounter* first_of_counter(const Digest& counter, const Digest& state, const char* schedule) {
  if (!counters.grow()) return nullptr;
  CounterPlace* entry = counters.find(counter);
  if (!DigestTable<CounterPlace>::is_empty(*entry)) return &entry->first;
  *entry = {counter, {state, strdup(schedule), false}};
  counters.count++;
  return nullptr;
}

}  // namespace omc::buddy
