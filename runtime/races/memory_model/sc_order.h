// The order S of the seq_cst operations, as C++20 has it: some total order that agrees with
// happens-before and with coherence. The search does not choose it. It keeps a graph of what must
// come before what, and offers no outcome of an atomic operation that would close a circle.
//
// A node is a seq_cst access or fence. It is dropped when nothing can come before it any more: at
// rest the graph is empty.
#pragma once

#include "platform/digest.h"
#include "races/memory_model/stores.h"

namespace omc {

void open_sc_order();

// An access of a thread that knows `clock` when it has acquired. `rank`: where it stands in
// modification order; a store that is not in the list yet stands between two others.
struct OrderedAccess {
  const StoreList* list;
  unsigned rank;
  bool is_seq_cst;
  const Clock* clock;
};
constexpr unsigned rank_of_new(unsigned position) { return 4 * position - 1; }

// False when the access would close a circle.
bool can_be_ordered(const OrderedAccess& access);
// Adds the access, before its store is in the list. Returns its node, or no_node.
constexpr unsigned no_node = ~0u;
unsigned order_access(const OrderedAccess& access);
// Afterwards: the store that it has written or read.
void set_ordered_store(unsigned node, StoreList& list, StoreRef ref, bool is_read,
                       const Clock& clock);
void order_fence(const Clock& clock);

// True when nodes or fences refer to the store.
bool is_ordered_by(StoreRef ref);
bool has_ordered_events();
// The oldest store of a list is about to be dropped.
void forget_ordered_store(StoreList& list, StoreRef ref);
// Memory was freed: its objects have no accesses any more. Before their lists are dropped.
void forget_ordered_objects(uintptr_t begin, size_t n);
// Drops the nodes that nothing can precede any more.
void forget_ordered_events();

// The part of the state. `key` names a clock.
Digest digest_sc_order();
Digest digest_known_events(uint64_t key, const Clock& clock);
// True when no node tells these clocks apart, but for one.
bool know_same_events(const Clock& a, const Clock& b, unsigned but);
// A store and the one that follows it are seq_cst updates of one thread, and whatever must precede
// the later one must precede the earlier one too. So the later one can follow it directly in S.
// Returns its node, or no_node.
unsigned twin_of(StoreRef ref, StoreRef next);
// They become one.
void merge_twins(StoreRef ref, StoreRef next);

}  // namespace omc
