#include "races/memory_model/sc_graph.h"

#include <cstring>

namespace omc {

ScGraph* sc_graph;

static bool knows(const Clock& clock, const ScNode& node) {
  return clock.ticks[node.owner] >= node.tick;
}

uint64_t known_nodes(const Clock& clock) {
  uint64_t known = 0;
  for_each_node(sc_graph->live, [&](unsigned i) {
    if (knows(clock, sc_graph->nodes[i])) known |= bit_of_node(i);
  });
  return known;
}

uint64_t nodes_before(unsigned node) {
  uint64_t all = 0;
  for (unsigned i = 0; i < most_nodes; i++)
    if (sc_graph->after[i] & bit_of_node(node)) all |= bit_of_node(i);
  return all;
}

int rank_of(const ScNode& node) {
  if (!node.store) return dropped_rank;
  unsigned position = position_of(list_at(node.list), node.store);
  return static_cast<int>(node.is_read ? rank_of_read(position) : rank_of_write(position));
}

int low_rank(const StoreList& list, unsigned fence) {
  if (list.fences_before & bit_of_node(fence)) return dropped_rank;
  unsigned position = 0;
  for (StoreRef ref = list.oldest; ref; ref = store_at(ref).newer, position++) {
    if (store_at(ref).after_write & bit_of_node(fence))
      return static_cast<int>(rank_of_write(position));
    if (store_at(ref).after_reads & bit_of_node(fence))
      return static_cast<int>(rank_of_read(position));
  }
  return no_rank;
}

void drop_node(unsigned i) {
  sc_graph->live &= ~bit_of_node(i);
  sc_graph->after[i] = 0;
  memset(static_cast<void*>(&sc_graph->nodes[i]), 0, sizeof(ScNode));
  for (uint64_t& row : sc_graph->after)
    if (row & bit_of_node(i)) row &= ~bit_of_node(i);
}

}  // namespace omc
