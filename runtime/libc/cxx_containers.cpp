// The links of containers: rows in libc/cxx_containers.def. What libstdc++ will read and write is
// found by walking as it does.
#include "libc/interpose.h"
#include "libc/rows_as_next.h"

namespace omc {
namespace {

struct TreeNode {
  int color;  // 0: red
  TreeNode *parent, *left, *right;
};

struct ListNode {
  ListNode *next, *previous;
};

// The mutable state of std::unordered_map and its relatives.
struct RehashPolicy {
  float most_load;
  size_t next_resize;
};

struct Need {
  size_t is_needed, buckets;
};

// A pool of std::pmr that has no lock: every use of it changes it.
struct Pool {
  const void* kind;
  size_t options[2];
  void* unpooled[4];
};

}  // namespace

#include "libc/cxx_containers.def"

namespace {

// NOLINTBEGIN(bugprone-sizeof-expression): where the field is a pointer, it is the pointer that the
// library accesses.
template <class T>
[[gnu::always_inline]] inline void read_of(const T& field, const void* pc) {
  record_read(&field, sizeof field, pc);
}
template <class T>
[[gnu::always_inline]] inline void write_of(const T& field, const void* pc) {
  record_write(&field, sizeof field, pc);
}
// NOLINTEND(bugprone-sizeof-expression)

void record_way_up(const TreeNode* node, TreeNode* TreeNode::* from, const void* pc) {
  const TreeNode* parent = (read_of(node->parent, pc), node->parent);
  while (parent && (read_of(parent->*from, pc), parent->*from == node)) {
    node = parent;
    read_of(node->parent, pc);
    parent = node->parent;
  }
}

// A step to the neighbour on one side: down from the child there, or up until a link comes from the
// other side.
void record_walk(const TreeNode* node, TreeNode* TreeNode::* towards, TreeNode* TreeNode::* away,
                 const void* pc) {
  read_of(node->*towards, pc);
  const TreeNode* next = node->*towards;
  if (!next) return record_way_up(node, towards, pc);
  while ((read_of(next->*away, pc), next->*away)) next = next->*away;
}

bool is_red(const TreeNode* node) { return node && !node->color; }

// A node takes its parent's place, which takes that of its other child.
void record_rotation(const TreeNode* node, const TreeNode* parent, const TreeNode& header,
                     const void* pc) {
  write_of(*node, pc);
  write_of(*parent, pc);
  if (header.parent == parent)
    write_of(header.parent, pc);
  else if (parent->parent)
    write_of(parent->parent->left == parent ? parent->parent->left : parent->parent->right, pc);
}

void record_insertion(bool left, const TreeNode* node, const TreeNode* parent,
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
      record_rotation(parent, above, header, pc);
      break;
    }
    write_of(uncle->color, pc);
    node = above;
    parent = above->parent;
  }
  write_of(header.parent->color, pc);
}

void record_link_to(const TreeNode* node, const TreeNode& header, const void* pc) {
  if (header.parent == node)
    write_of(header.parent, pc);
  else
    write_of(node->parent->left == node ? node->parent->left : node->parent->right, pc);
}

// There is one black node less below `parent`, on the side of `child`.
void record_balancing(const TreeNode* child, const TreeNode* parent, const TreeNode& header,
                      const void* pc) {
  while (child != header.parent && !is_red(child)) {
    const TreeNode* sibling = child == parent->left ? parent->right : parent->left;
    write_of(sibling->color, pc);
    if (is_red(sibling) || is_red(sibling->left) || is_red(sibling->right)) {
      record_rotation(sibling, parent, header, pc);
      return;
    }
    child = parent;
    parent = parent->parent;
  }
  if (child) write_of(child->color, pc);
}

void record_removal(const TreeNode* node, const TreeNode& header, const void* pc) {
  read_of(*node, pc);
  const TreeNode* last = node;  // the one that leaves its place: the node, or its successor
  if (node->left && node->right)
    for (last = node->right; (read_of(last->left, pc), last->left);) last = last->left;
  const TreeNode* child = last->left ? last->left : last->right;
  record_link_to(node, header, pc);
  if (child) write_of(child->parent, pc);
  if (last != node) {
    write_of(*last, pc);
    write_of(node->left->parent, pc);
    if (last != node->right) record_link_to(last, header, pc), write_of(node->right->parent, pc);
  } else {
    read_of(header.left, pc);
    read_of(header.right, pc);
    if (header.left == node) write_of(header.left, pc);
    if (header.right == node) write_of(header.right, pc);
  }
  if (!is_red(last)) record_balancing(child, last->parent, header, pc);
}

// ---- Lists ----

void record_hook(const ListNode* node, const ListNode* before, const void* pc) {
  write_of(*node, pc);
  write_of(before->previous, pc);
  write_of(before->previous->next, pc);
}

void record_unhook(const ListNode* node, const void* pc) {
  read_of(*node, pc);
  write_of(node->next->previous, pc);
  write_of(node->previous->next, pc);
}

void record_transfer(const ListNode* before, const ListNode* first, const ListNode* last,
                     const void* pc) {
  if (before == last) return;
  write_of(last->previous->next, pc);
  write_of(first->previous->next, pc);
  write_of(before->previous->next, pc);
  write_of(last->previous, pc);
  write_of(first->previous, pc);
  write_of(before->previous, pc);
}

void record_reversal(const ListNode* header, const void* pc) {
  const ListNode* node = header;
  do {
    write_of(*node, pc);
    node = node->next;
  } while (node != header);
}

void record_swap(const ListNode& a, const ListNode& b, const void* pc) {
  for (const ListNode* header : {&a, &b}) {
    write_of(*header, pc);
    if (header->next == header) continue;
    write_of(header->next->previous, pc);
    write_of(header->previous->next, pc);
  }
}

}  // namespace

#include "libc/rows_as_functions.h"

#include "libc/cxx_containers.def"

}  // namespace omc
