// The links of std::map, std::set, std::list and the hashed containers, which libstdc++ changes in
// functions of its own. What these will touch is found by walking as they do.
#include "libc/interpose.h"

namespace omc {
namespace {

struct TreeNode {
  int color;  // 0: red
  TreeNode *parent, *left, *right;
};

struct ListNode {
  ListNode *next, *previous;
};

// Mutable state of std::unordered_map and its relatives.
struct RehashPolicy {
  float most_load;
  size_t next_resize;
};

struct Need {
  size_t is_needed, buckets;
};

template <class T>
[[gnu::always_inline]] inline void read_of(const T& field, const void* pc) {
  count_read(&field, sizeof field, pc);
}
template <class T>
[[gnu::always_inline]] inline void write_of(const T& field, const void* pc) {
  count_write(&field, sizeof field, pc);
}

void count_step_up(const TreeNode* node, TreeNode* TreeNode::* from, const void* pc) {
  const TreeNode* parent = (read_of(node->parent, pc), node->parent);
  while (parent && (read_of(parent->*from, pc), parent->*from == node)) {
    node = parent;
    read_of(node->parent, pc);
    parent = node->parent;
  }
}

// To the neighbour on one side: down from the child there, or up until a link comes from the other
// side.
void count_walk(const TreeNode* node, TreeNode* TreeNode::* towards, TreeNode* TreeNode::* away,
                const void* pc) {
  read_of(node->*towards, pc);
  const TreeNode* next = node->*towards;
  if (!next) return count_step_up(node, towards, pc);
  while ((read_of(next->*away, pc), next->*away)) next = next->*away;
}

bool is_red(const TreeNode* node) { return node && !node->color; }

// A node takes its parent's place, which takes that of its other child.
void count_rotation(const TreeNode* node, const TreeNode* parent, const TreeNode& header,
                    const void* pc) {
  write_of(*node, pc);
  write_of(*parent, pc);
  if (header.parent == parent)
    write_of(header.parent, pc);
  else if (parent->parent)
    write_of(parent->parent->left == parent ? parent->parent->left : parent->parent->right, pc);
}

void count_insertion(bool left, const TreeNode* node, const TreeNode* parent,
                     const TreeNode& header, const void* pc) {
  write_of(*node, pc);
  if (parent == &header) {
    write_of(header.parent, pc);
    write_of(header.left, pc);
    write_of(header.right, pc);
    return;
  }
  write_of(left ? parent->left : parent->right, pc);
  read_of(left ? header.left : header.right, pc);
  if (left && parent == header.left) write_of(header.left, pc);
  if (!left && parent == header.right) write_of(header.right, pc);
  while (node != header.parent && (read_of(parent->color, pc), is_red(parent))) {
    const TreeNode* above = parent->parent;
    const TreeNode* uncle = above->left == parent ? above->right : above->left;
    write_of(parent->color, pc);
    write_of(above->color, pc);
    if (!is_red(uncle)) {
      count_rotation(parent, above, header, pc);
      break;
    }
    write_of(uncle->color, pc);
    node = above;
    parent = above->parent;
  }
  write_of(header.parent->color, pc);
}

void count_link_to(const TreeNode* node, const TreeNode& header, const void* pc) {
  if (header.parent == node)
    write_of(header.parent, pc);
  else
    write_of(node->parent->left == node ? node->parent->left : node->parent->right, pc);
}

// A black node less below `parent`, on the side of `child`.
void count_balance(const TreeNode* child, const TreeNode* parent, const TreeNode& header,
                   const void* pc) {
  while (child != header.parent && !is_red(child)) {
    const TreeNode* sibling = child == parent->left ? parent->right : parent->left;
    write_of(sibling->color, pc);
    if (is_red(sibling) || is_red(sibling->left) || is_red(sibling->right)) {
      count_rotation(sibling, parent, header, pc);
      return;
    }
    child = parent;
    parent = parent->parent;
  }
  if (child) write_of(child->color, pc);
}

void count_removal(const TreeNode* node, const TreeNode& header, const void* pc) {
  read_of(*node, pc);
  const TreeNode* last =
      node;  // what is taken out of its place: the node, or the one that takes its place
  if (node->left && node->right)
    for (last = node->right; (read_of(last->left, pc), last->left);) last = last->left;
  const TreeNode* child = last->left ? last->left : last->right;
  count_link_to(node, header, pc);
  if (child) write_of(child->parent, pc);
  if (last != node) {
    write_of(*last, pc);
    write_of(node->left->parent, pc);
    if (last != node->right) count_link_to(last, header, pc), write_of(node->right->parent, pc);
  } else {
    read_of(header.left, pc);
    read_of(header.right, pc);
    if (header.left == node) write_of(header.left, pc);
    if (header.right == node) write_of(header.right, pc);
  }
  if (!is_red(last)) count_balance(child, last->parent, header, pc);
}

}  // namespace

COUNTED_AS(TreeNode*, increment, "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base",
           (TreeNode * node)) {
  if (counts()) count_walk(node, &TreeNode::right, &TreeNode::left, CALLER);
  return real_increment()(node);
}
COUNTED_AS(TreeNode*, increment_const, "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base",
           (TreeNode * node)) {
  if (counts()) count_walk(node, &TreeNode::right, &TreeNode::left, CALLER);
  return real_increment_const()(node);
}
COUNTED_AS(TreeNode*, decrement, "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base",
           (TreeNode * node)) {
  if (counts()) count_walk(node, &TreeNode::left, &TreeNode::right, CALLER);
  return real_decrement()(node);
}
COUNTED_AS(TreeNode*, decrement_const, "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base",
           (TreeNode * node)) {
  if (counts()) count_walk(node, &TreeNode::left, &TreeNode::right, CALLER);
  return real_decrement_const()(node);
}
COUNTED_AS(void, insert, "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_",
           (bool left, TreeNode* node, TreeNode* parent, TreeNode& header)) {
  if (counts()) count_insertion(left, node, parent, header, CALLER);
  real_insert()(left, node, parent, header);
}
COUNTED_AS(TreeNode*, erase, "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_",
           (TreeNode * node, TreeNode& header)) {
  if (counts()) count_removal(node, header, CALLER);
  return real_erase()(node, header);
}

// ---- Lists ----

COUNTED_AS(void, hook_in, "_ZNSt8__detail15_List_node_base7_M_hookEPS0_",
           (ListNode * node, ListNode* before)) {
  if (counts()) {
    write_of(*node, CALLER);
    write_of(before->previous, CALLER);
    write_of(before->previous->next, CALLER);
  }
  real_hook_in()(node, before);
}
COUNTED_AS(void, unhook, "_ZNSt8__detail15_List_node_base9_M_unhookEv", (ListNode * node)) {
  if (counts()) {
    read_of(*node, CALLER);
    write_of(node->next->previous, CALLER);
    write_of(node->previous->next, CALLER);
  }
  real_unhook()(node);
}
COUNTED_AS(void, transfer, "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_",
           (ListNode * before, ListNode* first, ListNode* last)) {
  if (counts() && before != last) {
    write_of(last->previous->next, CALLER);
    write_of(first->previous->next, CALLER);
    write_of(before->previous->next, CALLER);
    write_of(last->previous, CALLER);
    write_of(first->previous, CALLER);
    write_of(before->previous, CALLER);
  }
  real_transfer()(before, first, last);
}
COUNTED_AS(void, reverse, "_ZNSt8__detail15_List_node_base10_M_reverseEv", (ListNode * header)) {
  if (counts()) {
    ListNode* node = header;
    do {
      write_of(*node, CALLER);
      node = node->next;
    } while (node != header);
  }
  real_reverse()(header);
}
COUNTED_AS(void, swap, "_ZNSt8__detail15_List_node_base4swapERS0_S1_",
           (ListNode & a, ListNode& b)) {
  if (counts()) {
    for (ListNode* header : {&a, &b}) {
      write_of(*header, CALLER);
      if (header->next == header) continue;
      write_of(header->next->previous, CALLER);
      write_of(header->previous->next, CALLER);
    }
  }
  real_swap()(a, b);
}

// ---- Hashed containers ----

COUNTED_AS(size_t, next_buckets, "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm",
           (const RehashPolicy* policy, size_t n)) {
  if (counts()) {
    read_of(policy->most_load, CALLER);
    write_of(policy->next_resize, CALLER);
  }
  return real_next_buckets()(policy, n);
}
COUNTED_AS(Need, need_rehash, "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm",
           (const RehashPolicy* policy, size_t buckets, size_t elements, size_t more)) {
  if (counts()) {
    read_of(policy->next_resize, CALLER);
    if (elements + more > policy->next_resize) write_of(policy->next_resize, CALLER);
  }
  return real_need_rehash()(policy, buckets, elements, more);
}

// ---- Pools of std::pmr that have no lock: every use of one changes it ----

struct Pool {
  const void* kind;
  size_t options[2];
  void* unpooled[4];
};

COUNTED_AS(void*, take_from_pool, "_ZNSt3pmr28unsynchronized_pool_resource11do_allocateEmm",
           (Pool * pool, size_t n, size_t alignment)) {
  if (counts()) write_of(pool->unpooled, CALLER);
  return real_take_from_pool()(pool, n, alignment);
}
COUNTED_AS(void, give_to_pool, "_ZNSt3pmr28unsynchronized_pool_resource13do_deallocateEPvmm",
           (Pool * pool, void* p, size_t n, size_t alignment)) {
  if (counts()) write_of(pool->unpooled, CALLER);
  real_give_to_pool()(pool, p, n, alignment);
}
COUNTED_AS(void, release_pool, "_ZNSt3pmr28unsynchronized_pool_resource7releaseEv", (Pool * pool)) {
  if (counts()) write_of(pool->unpooled, CALLER);
  real_release_pool()(pool);
}
}  // namespace omc
