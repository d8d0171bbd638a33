// What is dropped of the graph, and what of it is state.
#include <cstring>

#include "races/memory_model/sc_graph.h"
#include "races/memory_model/sc_order.h"
#include "world/world.h"

namespace omc {
namespace {

// `b` comes after `a`, and nothing else tells them apart.
bool are_alike(unsigned a, unsigned b) {
  return (sc_graph->after[a] & ~bit_of_node(b)) == sc_graph->after[b] &&
         nodes_before(a) == (nodes_before(b) & ~bit_of_node(a));
}

// The access to a store, when there is one and no more.
unsigned only_node_of(StoreRef ref) {
  unsigned found = no_node;
  bool is_only = true;
  for_each_node(sc_graph->live, [&](unsigned i) {
    if (sc_graph->nodes[i].is_fence || sc_graph->nodes[i].store != ref) return;
    is_only = found == no_node;
    found = i;
  });
  return is_only ? found : no_node;
}

// No later access can have a lower rank than the node.
bool is_lowest(const ScNode& node) {
  if (!node.is_fence) return rank_of(node) <= static_cast<int>(rank_of_read(0));
  for (unsigned i = 0; i < list_count(); i++)
    if (list_at(i).count > 1 && known_rank(list_at(i), node.clock) > rank_of_read(0)) return false;
  return true;
}

void forget_fence(unsigned fence) {
  for (unsigned i = 0; i < list_count(); i++) {
    StoreList& list = list_at(i);
    if (list.fences_before & bit_of_node(fence)) list.fences_before &= ~bit_of_node(fence);
    for (StoreRef ref = list.oldest; ref; ref = store_at(ref).newer) {
      Store& store = store_at(ref);
      if (store.after_write & bit_of_node(fence)) store.after_write &= ~bit_of_node(fence);
      if (store.after_reads & bit_of_node(fence)) store.after_reads &= ~bit_of_node(fence);
    }
  }
}

// Of two accesses of one thread to one object, whose stores were dropped_rank, the later one can
// follow the earlier one directly in S: what must precede the one must precede the other, and
// whatever comes later comes after both.
bool drop_twin(unsigned a) {
  const ScNode& first = sc_graph->nodes[a];
  if (first.is_fence || first.store) return false;
  bool found = false;
  for_each_node(sc_graph->after[a], [&](unsigned b) {
    const ScNode& second = sc_graph->nodes[b];
    bool is_like_it = !second.is_fence && !second.store && second.list == first.list &&
                      second.owner == first.owner;
    if (found || !is_like_it || !are_alike(a, b)) return;
    drop_node(b);
    found = true;
  });
  return found;
}

// ---- The state ----

// Names a node in all schedules. Nodes of a thread that would have one name are told apart by their
// order.
uint64_t name_of(unsigned i) {
  const ScNode& node = sc_graph->nodes[i];
  const Thread& owner = world().threads[node.owner];
  unsigned same = 0;
  for_each_node(sc_graph->live & ~bit_of_node(i), [&](unsigned k) {
    const ScNode& other = sc_graph->nodes[k];
    bool is_same = other.owner == node.owner && other.is_fence == node.is_fence &&
                   other.is_read == node.is_read && other.list == node.list &&
                   other.store == node.store;
    same += is_same && sc_graph->after[k] & bit_of_node(i);
  });
  uint64_t words[] = {owner.slot, same, node.is_fence,
                      node.is_fence ? 0 : list_at(node.list).address,
                      node.is_fence ? 0 : static_cast<uint64_t>(rank_of(node))};
  return digest_of(words, sizeof words, 0x6e6f6465).low;
}

Digest digest_fence(unsigned fence, uint64_t name) {
  Digest sum;
  for (unsigned i = 0; i < list_count(); i++) {
    const StoreList& list = list_at(i);
    if (!list.count) continue;
    int low = low_rank(list, fence);
    uint64_t words[] = {name, list.address, known_rank(list, sc_graph->nodes[fence].clock),
                        static_cast<uint64_t>(low)};
    if (low != no_rank || words[2]) sum += digest_of(words, sizeof words, 0x66656e6365);
  }
  return sum;
}

}  // namespace

bool has_ordered_events() { return sc_graph->live != 0; }

bool is_ordered_by(StoreRef ref) {
  if (store_at(ref).after_write || store_at(ref).after_reads) return true;
  bool found = false;
  for_each_node(sc_graph->live, [&](unsigned i) {
    found |= !sc_graph->nodes[i].is_fence && sc_graph->nodes[i].store == ref;
  });
  return found;
}

void forget_ordered_store(StoreList& list, StoreRef ref) {
  if (!sc_graph->live) return;
  uint64_t fences = store_at(ref).after_write | store_at(ref).after_reads;
  if (fences) list.fences_before |= fences;
  for_each_node(sc_graph->live, [&](unsigned i) {
    if (sc_graph->nodes[i].store == ref) sc_graph->nodes[i].store = 0;
  });
}

void forget_ordered_objects(uintptr_t begin, size_t n) {
  for_each_node(sc_graph->live, [&](unsigned i) {
    ScNode& node = sc_graph->nodes[i];
    if (!node.is_fence && list_at(node.list).address - begin < n) node.store = 0;
  });
}

void forget_ordered_events() {
  for_each_node(sc_graph->live, [](unsigned i) {
    while (sc_graph->live & bit_of_node(i) && drop_twin(i)) {
    }
  });
  for (bool again = sc_graph->live != 0; again;) {
    again = false;
    uint64_t with_predecessors = 0;
    for (uint64_t row : sc_graph->after) with_predecessors |= row;
    for_each_node(sc_graph->live & ~with_predecessors, [&](unsigned i) {
      if (!is_lowest(sc_graph->nodes[i])) return;
      if (sc_graph->nodes[i].is_fence) forget_fence(i);
      drop_node(i);
      again = true;
    });
  }
}

unsigned twin_of(StoreRef ref, StoreRef next) {
  const Store &earlier = store_at(ref), &later = store_at(next);
  if (earlier.after_reads || later.after_write || later.after_reads) return no_node;
  unsigned a = only_node_of(ref), b = only_node_of(next);
  if (a == no_node || b == no_node) return no_node;
  const ScNode &first = sc_graph->nodes[a], &second = sc_graph->nodes[b];
  bool are_updates = !first.is_read && !second.is_read && first.owner == second.owner;
  return are_updates && are_alike(a, b) ? b : no_node;
}

void merge_twins(StoreRef ref, StoreRef next) {
  if (!sc_graph->live) return;
  unsigned a = only_node_of(ref), b = only_node_of(next);
  if (a == no_node || b == no_node) return;
  drop_node(b);
  sc_graph->nodes[a].store = next;
  if (store_at(ref).after_write) store_at(next).after_write = store_at(ref).after_write;
}

Digest digest_sc_order() {
  Digest sum;
  if (!sc_graph->live) return sum;
  uint64_t names[most_nodes];
  for_each_node(sc_graph->live, [&](unsigned i) { names[i] = name_of(i); });
  for_each_node(sc_graph->live, [&](unsigned i) {
    sum += digest_of(&names[i], sizeof names[i], 0x6e6f6465);
    if (sc_graph->nodes[i].is_fence) sum += digest_fence(i, names[i]);
    for_each_node(sc_graph->after[i], [&](unsigned k) {
      uint64_t words[] = {names[i], names[k]};
      sum += digest_of(words, sizeof words, 0x65646765);
    });
  });
  return sum;
}

Digest digest_known_events(uint64_t key, const Clock& clock) {
  Digest sum;
  if (!sc_graph->live) return sum;
  for_each_node(known_nodes(clock), [&](unsigned i) {
    uint64_t words[] = {key, name_of(i)};
    sum += digest_of(words, sizeof words, 0x6b6e6f77);
  });
  return sum;
}

bool know_same_events(const Clock& a, const Clock& b, unsigned but) {
  uint64_t all = but == no_node ? ~uint64_t{0} : ~bit_of_node(but);
  return ((known_nodes(a) ^ known_nodes(b)) & all) == 0;
}

}  // namespace omc
