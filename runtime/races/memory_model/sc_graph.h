// The graph behind the order S (races/memory_model/sc_order.h), and what its parts share: the order
// adds edges and asks for circles, tidying drops nodes.
#pragma once

#include "races/memory_model/stores.h"

namespace omc {

constexpr unsigned most_nodes = 64;

// A seq_cst access (of `list`, by its number) or a fence.
struct ScNode {
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
  ScNode nodes[most_nodes];
};
extern ScGraph* sc_graph;

constexpr uint64_t bit_of_node(unsigned node) { return uint64_t{1} << node; }

template <class Do>
void for_each_node(uint64_t nodes, Do act) {
  for (; nodes; nodes &= nodes - 1) act(static_cast<unsigned>(__builtin_ctzl(nodes)));
}

// Ranks of stores that were dropped, below all others; and of no access at all.
constexpr int dropped_rank = -1, no_rank = 1 << 20;

uint64_t known_nodes(const Clock& clock);
uint64_t nodes_before(unsigned node);
int rank_of(const ScNode& node);
// The lowest rank of an access to an object that the fence happens before.
int low_rank(const StoreList& list, unsigned fence);
void drop_node(unsigned node);

}  // namespace omc
