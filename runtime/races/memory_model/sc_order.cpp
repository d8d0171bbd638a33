#include "races/memory_model/sc_order.h"

#include <cstring>

#include "snapshot/regions.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/world.h"

namespace omc {
namespace {

constexpr unsigned most_nodes = 64;

// A seq_cst access (of `list`, by its number) or a fence.
struct Node {
  bool is_live, is_fence, is_read;
  uint16_t owner;  // index of its clock
  uint32_t tick;   // of the owner
  uint32_t list;
  StoreRef store;  // 0: it was dropped
  Clock clock;     // of a fence: what it knows
};

struct ScGraph {
  uint64_t live;
  uint64_t after[most_nodes];  // transitively closed
  Node nodes[most_nodes];
};

ScGraph* graph;

constexpr uint64_t bit(unsigned node) { return uint64_t{1} << node; }

template <class Do>
void for_each_node(uint64_t nodes, Do act) {
  for (; nodes; nodes &= nodes - 1) act(static_cast<unsigned>(__builtin_ctzl(nodes)));
}

bool knows(const Clock& clock, const Node& node) { return clock.ticks[node.owner] >= node.tick; }

uint64_t known_nodes(const Clock& clock) {
  uint64_t known = 0;
  for_each_node(graph->live, [&](unsigned i) {
    if (knows(clock, graph->nodes[i])) known |= bit(i);
  });
  return known;
}

// Of a store that was dropped: below all others.
constexpr int dropped = -1, no_rank = 1 << 20;

int rank_of(const Node& node) {
  if (!node.store) return dropped;
  unsigned position = position_of(list_at(node.list), node.store);
  return static_cast<int>(node.is_read ? rank_of_read(position) : rank_of_write(position));
}

// The lowest rank of an access to an object that the fence happens before.
int low_rank(const StoreList& list, unsigned fence) {
  if (list.fences_before & bit(fence)) return dropped;
  unsigned position = 0;
  for (StoreRef ref = list.oldest; ref; ref = store_at(ref).newer, position++) {
    if (store_at(ref).after_write & bit(fence)) return static_cast<int>(rank_of_write(position));
    if (store_at(ref).after_reads & bit(fence)) return static_cast<int>(rank_of_read(position));
  }
  return no_rank;
}

bool is_access_to(const Node& node, const StoreList& list) {
  return !node.is_fence && &list_at(node.list) == &list;
}

// `after` of the graph with further edges.
struct ScEdges {
  uint64_t after[most_nodes];
  bool is_circle = false;

  ScEdges() { memcpy(after, graph->after, sizeof after); }
  void add(unsigned from, unsigned to) {
    if (from == to || after[to] & bit(from)) return void(is_circle = true);
    uint64_t more = after[to] | bit(to);
    if ((after[from] & more) == more) return;
    after[from] |= more;
    for (uint64_t& row : after)
      if (row & bit(from)) row |= after[from];
  }
};

// The fences that happen before the access come before what it precedes in coherence order.
void add_edges_of_fences(ScEdges& edges, const OrderedAccess& access, uint64_t known) {
  int rank = static_cast<int>(access.rank);
  for_each_node(known, [&](unsigned fence) {
    if (!graph->nodes[fence].is_fence) return;
    for_each_node(graph->live & ~bit(fence), [&](unsigned i) {
      const Node& node = graph->nodes[i];
      if (node.is_fence ? static_cast<int>(known_rank(*access.list, node.clock)) > rank
                        : is_access_to(node, *access.list) && rank_of(node) > rank)
        edges.add(fence, i);
    });
  });
}

void add_edges_of_node(ScEdges& edges, const OrderedAccess& access, uint64_t known, unsigned me) {
  int rank = static_cast<int>(access.rank);
  for_each_node(graph->live & ~bit(me), [&](unsigned i) {
    const Node& node = graph->nodes[i];
    if (known & bit(i)) edges.add(i, me);
    if (node.is_fence) {
      if (static_cast<int>(known_rank(*access.list, node.clock)) > rank) edges.add(me, i);
      if (low_rank(*access.list, i) < rank) edges.add(i, me);
    } else if (is_access_to(node, *access.list)) {
      if (rank_of(node) > rank) edges.add(me, i);
      if (rank_of(node) < rank) edges.add(i, me);
    }
  });
}

unsigned free_node() {
  return graph->live == ~uint64_t{0} ? no_node
                                     : static_cast<unsigned>(__builtin_ctzl(~graph->live));
}

ScEdges edges_with(const OrderedAccess& access, unsigned me) {
  ScEdges edges;
  uint64_t known = known_nodes(*access.clock);
  add_edges_of_fences(edges, access, known);
  if (me != no_node) add_edges_of_node(edges, access, known, me);
  return edges;
}

void drop_node(unsigned i) {
  graph->live &= ~bit(i);
  graph->after[i] = 0;
  memset(static_cast<void*>(&graph->nodes[i]), 0, sizeof(Node));
  for (uint64_t& row : graph->after)
    if (row & bit(i)) row &= ~bit(i);
}

uint64_t predecessors(unsigned node) {
  uint64_t all = 0;
  for (unsigned i = 0; i < most_nodes; i++)
    if (graph->after[i] & bit(node)) all |= bit(i);
  return all;
}

// The access to a store, when there is one and no more.
unsigned only_node_of(StoreRef ref) {
  unsigned found = no_node;
  bool is_only = true;
  for_each_node(graph->live, [&](unsigned i) {
    if (graph->nodes[i].is_fence || graph->nodes[i].store != ref) return;
    is_only = found == no_node;
    found = i;
  });
  return is_only ? found : no_node;
}

// No later access can have a lower rank than the node.
bool is_lowest(const Node& node) {
  if (!node.is_fence) return rank_of(node) <= static_cast<int>(rank_of_read(0));
  for (unsigned i = 0; i < list_count(); i++)
    if (list_at(i).count > 1 && known_rank(list_at(i), node.clock) > rank_of_read(0)) return false;
  return true;
}

void forget_fence(unsigned fence) {
  for (unsigned i = 0; i < list_count(); i++) {
    StoreList& list = list_at(i);
    if (list.fences_before & bit(fence)) list.fences_before &= ~bit(fence);
    for (StoreRef ref = list.oldest; ref; ref = store_at(ref).newer) {
      Store& store = store_at(ref);
      if (store.after_write & bit(fence)) store.after_write &= ~bit(fence);
      if (store.after_reads & bit(fence)) store.after_reads &= ~bit(fence);
    }
  }
}

// Of the loads of one store by one thread between two releases, the first and the last say all.
void drop_load_between(unsigned me) {
  const Node& mine = graph->nodes[me];
  unsigned between = no_node, count = 0;
  for_each_node(graph->live & ~bit(me), [&](unsigned i) {
    const Node& node = graph->nodes[i];
    bool is_like_me = !node.is_fence && node.is_read && node.owner == mine.owner &&
                      node.tick == mine.tick && node.list == mine.list && node.store == mine.store;
    if (!is_like_me) return;
    count++;
    if (between == no_node || graph->after[between] & bit(i)) between = i;
  });
  if (count > 1) drop_node(between);
}

// ---- The state ----

// Names a node in all schedules. Nodes of a thread that would have one name are told apart by their
// order.
uint64_t name_of(unsigned i) {
  const Node& node = graph->nodes[i];
  const Thread& owner = world().threads[node.owner];
  unsigned same = 0;
  for_each_node(graph->live & ~bit(i), [&](unsigned k) {
    const Node& other = graph->nodes[k];
    bool is_same = other.owner == node.owner && other.is_fence == node.is_fence &&
                   other.is_read == node.is_read && other.list == node.list &&
                   other.store == node.store;
    same += is_same && graph->after[k] & bit(i);
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
    uint64_t words[] = {name, list.address, known_rank(list, graph->nodes[fence].clock),
                        static_cast<uint64_t>(low)};
    if (low != no_rank || words[2]) sum += digest_of(words, sizeof words, 0x66656e6365);
  }
  return sum;
}

}  // namespace

void open_sc_order() {
  if (keeps_stores()) graph = static_cast<ScGraph*>(rewound_memory(sizeof(ScGraph)));
}

bool can_be_ordered(const OrderedAccess& access) {
  if (!graph->live) return true;
  unsigned me = access.is_seq_cst ? free_node() : no_node;
  return !edges_with(access, me).is_circle;
}

unsigned order_access(const OrderedAccess& access) {
  unsigned me = access.is_seq_cst ? free_node() : no_node;
  if (access.is_seq_cst && me == no_node) overflow_clocks();
  if (!graph->live && me == no_node) return me;
  ScEdges edges = edges_with(access, me);
  if (memcmp(graph->after, edges.after, sizeof edges.after) != 0)
    memcpy(graph->after, edges.after, sizeof edges.after);
  if (me == no_node) return me;
  uint16_t owner = static_cast<uint16_t>(clock_index(current_thread()));
  graph->nodes[me] = {};
  graph->nodes[me].is_live = true;
  graph->nodes[me].owner = owner;
  graph->nodes[me].tick = access.clock->ticks[owner];
  graph->nodes[me].list = static_cast<uint32_t>(access.list - &list_at(0));
  graph->live |= bit(me);
  return me;
}

void set_ordered_store(unsigned node, StoreList& list, StoreRef ref, bool is_read,
                       const Clock& clock) {
  if (node != no_node) {
    graph->nodes[node].store = ref;
    graph->nodes[node].is_read = is_read;
    if (is_read) drop_load_between(node);
  }
  if (!graph->live) return;
  for_each_node(known_nodes(clock), [&](unsigned fence) {
    if (!graph->nodes[fence].is_fence) return;
    unsigned position = position_of(list, ref);
    int rank = static_cast<int>(is_read ? rank_of_read(position) : rank_of_write(position));
    if (low_rank(list, fence) <= rank) return;
    for (StoreRef at = list.oldest; at; at = store_at(at).newer) {
      if (store_at(at).after_write & bit(fence)) store_at(at).after_write &= ~bit(fence);
      if (store_at(at).after_reads & bit(fence)) store_at(at).after_reads &= ~bit(fence);
    }
    (is_read ? store_at(ref).after_reads : store_at(ref).after_write) |= bit(fence);
  });
}

void order_fence(const Clock& clock) {
  unsigned me = free_node();
  if (me == no_node) return overflow_clocks();
  ScEdges edges;
  uint64_t known = known_nodes(clock);
  for_each_node(graph->live, [&](unsigned i) {
    const Node& node = graph->nodes[i];
    if (known & bit(i)) edges.add(i, me);
    if (!node.is_fence) {
      if (rank_of(node) < static_cast<int>(known_rank(list_at(node.list), clock))) edges.add(i, me);
      return;
    }
    for (unsigned k = 0; k < list_count(); k++) {
      const StoreList& list = list_at(k);
      if (list.count && low_rank(list, i) < static_cast<int>(known_rank(list, clock)))
        edges.add(i, me);
    }
  });
  memcpy(graph->after, edges.after, sizeof edges.after);
  uint16_t owner = static_cast<uint16_t>(clock_index(current_thread()));
  graph->nodes[me] = {};
  graph->nodes[me].is_live = graph->nodes[me].is_fence = true;
  graph->nodes[me].owner = owner;
  graph->nodes[me].tick = clock.ticks[owner];
  graph->nodes[me].clock = clock;
  graph->live |= bit(me);
}

bool has_ordered_events() { return graph->live != 0; }

bool is_ordered_by(StoreRef ref) {
  if (store_at(ref).after_write || store_at(ref).after_reads) return true;
  bool found = false;
  for_each_node(graph->live, [&](unsigned i) {
    found |= !graph->nodes[i].is_fence && graph->nodes[i].store == ref;
  });
  return found;
}

void forget_ordered_store(StoreList& list, StoreRef ref) {
  if (!graph->live) return;
  uint64_t fences = store_at(ref).after_write | store_at(ref).after_reads;
  if (fences) list.fences_before |= fences;
  for_each_node(graph->live, [&](unsigned i) {
    if (graph->nodes[i].store == ref) graph->nodes[i].store = 0;
  });
}

void forget_ordered_events() {
  for (bool again = graph->live != 0; again;) {
    again = false;
    uint64_t with_predecessors = 0;
    for (uint64_t row : graph->after) with_predecessors |= row;
    for_each_node(graph->live & ~with_predecessors, [&](unsigned i) {
      if (!is_lowest(graph->nodes[i])) return;
      if (graph->nodes[i].is_fence) forget_fence(i);
      drop_node(i);
      again = true;
    });
  }
}

Digest digest_sc_order() {
  Digest sum;
  if (!graph->live) return sum;
  uint64_t names[most_nodes];
  for_each_node(graph->live, [&](unsigned i) { names[i] = name_of(i); });
  for_each_node(graph->live, [&](unsigned i) {
    sum += digest_of(&names[i], sizeof names[i], 0x6e6f6465);
    if (graph->nodes[i].is_fence) sum += digest_fence(i, names[i]);
    for_each_node(graph->after[i], [&](unsigned k) {
      uint64_t words[] = {names[i], names[k]};
      sum += digest_of(words, sizeof words, 0x65646765);
    });
  });
  return sum;
}

Digest digest_known_events(uint64_t key, const Clock& clock) {
  Digest sum;
  if (!graph->live) return sum;
  for_each_node(known_nodes(clock), [&](unsigned i) {
    uint64_t words[] = {key, name_of(i)};
    sum += digest_of(words, sizeof words, 0x6b6e6f77);
  });
  return sum;
}

bool know_same_events(const Clock& a, const Clock& b, unsigned but) {
  uint64_t all = but == no_node ? ~uint64_t{0} : ~bit(but);
  return ((known_nodes(a) ^ known_nodes(b)) & all) == 0;
}

unsigned twin_of(StoreRef ref, StoreRef next) {
  const Store &earlier = store_at(ref), &later = store_at(next);
  if (earlier.after_reads || later.after_write || later.after_reads) return no_node;
  unsigned a = only_node_of(ref), b = only_node_of(next);
  if (a == no_node || b == no_node) return no_node;
  const Node &first = graph->nodes[a], &second = graph->nodes[b];
  bool are_updates = !first.is_read && !second.is_read && first.owner == second.owner;
  bool are_alike = (graph->after[a] & ~bit(b)) == graph->after[b] &&
                   predecessors(a) == (predecessors(b) & ~bit(a));
  return are_updates && are_alike ? b : no_node;
}

void merge_twins(StoreRef ref, StoreRef next) {
  if (!graph->live) return;
  unsigned a = only_node_of(ref), b = only_node_of(next);
  if (a == no_node || b == no_node) return;
  drop_node(b);
  graph->nodes[a].store = next;
  if (store_at(ref).after_write) store_at(next).after_write = store_at(ref).after_write;
}

}  // namespace omc
