#include "races/memory_model/sc_order.h"

#include <cstring>

#include "races/memory_model/sc_graph.h"
#include "snapshot/regions.h"
#include "world/assumptions.h"
#include "world/current.h"
#include "world/world.h"

namespace omc {
namespace {

bool is_access_to(const ScNode& node, const StoreList& list) {
  return !node.is_fence && &list_at(node.list) == &list;
}

// `after` of the graph with further edges.
struct ScEdges {
  uint64_t after[most_nodes];
  bool is_circle = false;

  ScEdges() { memcpy(after, sc_graph->after, sizeof after); }
  void add(unsigned from, unsigned to) {
    if (from == to || after[to] & bit_of_node(from)) return void(is_circle = true);
    uint64_t more = after[to] | bit_of_node(to);
    if ((after[from] & more) == more) return;
    after[from] |= more;
    for (uint64_t& row : after)
      if (row & bit_of_node(from)) row |= after[from];
  }
};

// The fences that happen before the access come before what it precedes in coherence order.
void add_edges_of_fences(ScEdges& edges, const OrderedAccess& access, uint64_t known) {
  int rank = static_cast<int>(access.rank);
  for_each_node(known, [&](unsigned fence) {
    if (!sc_graph->nodes[fence].is_fence) return;
    for_each_node(sc_graph->live & ~bit_of_node(fence), [&](unsigned i) {
      const ScNode& node = sc_graph->nodes[i];
      if (node.is_fence ? static_cast<int>(known_rank(*access.list, node.clock)) > rank
                        : is_access_to(node, *access.list) && rank_of(node) > rank)
        edges.add(fence, i);
    });
  });
}

void add_edges_of_node(ScEdges& edges, const OrderedAccess& access, uint64_t known, unsigned me) {
  int rank = static_cast<int>(access.rank);
  for_each_node(sc_graph->live & ~bit_of_node(me), [&](unsigned i) {
    const ScNode& node = sc_graph->nodes[i];
    if (known & bit_of_node(i)) edges.add(i, me);
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
  return sc_graph->live == ~uint64_t{0} ? no_node
                                        : static_cast<unsigned>(__builtin_ctzl(~sc_graph->live));
}

ScEdges edges_with(const OrderedAccess& access, unsigned me) {
  ScEdges edges;
  uint64_t known = known_nodes(*access.clock);
  add_edges_of_fences(edges, access, known);
  if (me != no_node) add_edges_of_node(edges, access, known, me);
  return edges;
}

// Of the loads of one store by one thread between two releases, the first and the last say all.
void drop_load_between(unsigned me) {
  const ScNode& mine = sc_graph->nodes[me];
  unsigned between = no_node, count = 0;
  for_each_node(sc_graph->live & ~bit_of_node(me), [&](unsigned i) {
    const ScNode& node = sc_graph->nodes[i];
    bool is_like_me = !node.is_fence && node.is_read && node.owner == mine.owner &&
                      node.tick == mine.tick && node.list == mine.list && node.store == mine.store;
    if (!is_like_me) return;
    count++;
    if (between == no_node || sc_graph->after[between] & bit_of_node(i)) between = i;
  });
  if (count > 1) drop_node(between);
}

}  // namespace

void open_sc_order() {
  if (keeps_stores()) sc_graph = static_cast<ScGraph*>(rewound_memory(sizeof(ScGraph)));
}

bool can_be_ordered(const OrderedAccess& access) {
  if (!sc_graph->live) return true;
  unsigned me = access.is_seq_cst ? free_node() : no_node;
  return !edges_with(access, me).is_circle;
}

unsigned order_access(const OrderedAccess& access) {
  unsigned me = access.is_seq_cst ? free_node() : no_node;
  if (access.is_seq_cst && me == no_node) overflow_clocks(Overflow::seq_cst);
  if (!sc_graph->live && me == no_node) return me;
  ScEdges edges = edges_with(access, me);
  if (memcmp(sc_graph->after, edges.after, sizeof edges.after) != 0)
    memcpy(sc_graph->after, edges.after, sizeof edges.after);
  if (me == no_node) return me;
  uint16_t owner = static_cast<uint16_t>(clock_index(current_thread()));
  sc_graph->nodes[me] = {};
  sc_graph->nodes[me].is_live = true;
  sc_graph->nodes[me].owner = owner;
  sc_graph->nodes[me].tick = access.clock->ticks[owner];
  sc_graph->nodes[me].list = static_cast<uint32_t>(access.list - &list_at(0));
  sc_graph->live |= bit_of_node(me);
  return me;
}

void set_ordered_store(unsigned node, StoreList& list, StoreRef ref, bool is_read,
                       const Clock& clock) {
  if (node != no_node) {
    sc_graph->nodes[node].store = ref;
    sc_graph->nodes[node].is_read = is_read;
    if (is_read) drop_load_between(node);
  }
  if (!sc_graph->live) return;
  for_each_node(known_nodes(clock), [&](unsigned fence) {
    if (!sc_graph->nodes[fence].is_fence) return;
    unsigned position = position_of(list, ref);
    int rank = static_cast<int>(is_read ? rank_of_read(position) : rank_of_write(position));
    if (low_rank(list, fence) <= rank) return;
    for (StoreRef at = list.oldest; at; at = store_at(at).newer) {
      if (store_at(at).after_write & bit_of_node(fence))
        store_at(at).after_write &= ~bit_of_node(fence);
      if (store_at(at).after_reads & bit_of_node(fence))
        store_at(at).after_reads &= ~bit_of_node(fence);
    }
    (is_read ? store_at(ref).after_reads : store_at(ref).after_write) |= bit_of_node(fence);
  });
}

void order_fence(const Clock& clock) {
  unsigned me = free_node();
  if (me == no_node) return overflow_clocks(Overflow::seq_cst);
  ScEdges edges;
  uint64_t known = known_nodes(clock);
  for_each_node(sc_graph->live, [&](unsigned i) {
    const ScNode& node = sc_graph->nodes[i];
    if (known & bit_of_node(i)) edges.add(i, me);
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
  memcpy(sc_graph->after, edges.after, sizeof edges.after);
  uint16_t owner = static_cast<uint16_t>(clock_index(current_thread()));
  sc_graph->nodes[me] = {};
  sc_graph->nodes[me].is_live = sc_graph->nodes[me].is_fence = true;
  sc_graph->nodes[me].owner = owner;
  sc_graph->nodes[me].tick = clock.ticks[owner];
  sc_graph->nodes[me].clock = clock;
  sc_graph->live |= bit_of_node(me);
}

}  // namespace omc
