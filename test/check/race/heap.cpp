// Blocks that come and go under another thread: the race is with the allocation, its first writes or its end, so it may
// also be told as the use of freed memory.
// RUN: %build
// RUN: %python %S/Inputs/cases.py --omc %omc --check data-race,memory --source %s %t
#include "Inputs/cases.h"

#include <atomic>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

std::mutex mutex;

// The lock that the broken one forgets.
std::unique_lock<std::mutex> locked_unless_broken() {
  return broken ? std::unique_lock<std::mutex>() : std::unique_lock(mutex);
}

// Members go in the opposite order: what the thread uses must come before it.
struct JoinedLast {
  std::jthread thread;
  std::unique_ptr<int> data = std::make_unique<int>(1);
};

struct JoinedFirst {
  std::unique_ptr<int> data = std::make_unique<int>(1);
  std::jthread thread;
};

template <class Members>
void use_members() {
  Members members;
  members.thread = std::jthread([&] { std::printf("%d", *members.data); });
}

void member_order() {
  if (broken) use_members<JoinedLast>();
  else use_members<JoinedFirst>();
}

void deleted_too_early() {
  int* data = new int(1);
  std::thread user([=] { std::printf("%d", *data); });
  if (!broken) user.join();
  delete data;
  if (broken) user.join();
}

struct Node {
  int value;
  Node* next;
};

// A stack whose pop frees the node that another pop may be about to look into; the right one leaves that for later.
class Stack {
 public:
  void push(int value) {
    Node* node = new Node{value, head};
    while (!head.compare_exchange_weak(node->next, node)) {}
  }

  void pop(Node*& later) {
    Node* top = head;
    while (top && !head.compare_exchange_weak(top, top->next)) {}
    if (broken) delete top;
    else later = top;
  }

 private:
  std::atomic<Node*> head;
};

void popped_and_freed() {
  static Stack stack;
  static Node* later[2];
  stack.push(1);
  stack.push(2);
  both([] { stack.pop(later[0]); }, [] { stack.pop(later[1]); });
  delete later[0];
  delete later[1];
}

// The search finds the node only where it has been inserted before.
void found_in_a_map() {
  static std::map<int, std::string> names{{1, "one"}};
  both([] {
         auto lock = locked_unless_broken();
         names.emplace(2, "two");
       },
       [] {
         auto lock = locked_unless_broken();
         if (auto found = names.find(2); found != names.end()) std::printf("%s", found->second.c_str());
       });
}

// A reference into a vector that has grown.
void reference_into_a_vector() {
  static std::vector<int> numbers{1};
  both([] {
         auto lock = locked_unless_broken();
         int& first = numbers[0];
         lock = {};
         if (!broken) return;
         first = 2;
       },
       [] {
         std::lock_guard lock(mutex);
         numbers.reserve(100);
       });
}

void weak_this() {
  struct Session : std::enable_shared_from_this<Session> {
    int state = 1;
    std::thread start() {
      if (broken) return std::thread([this] { std::printf("%d", state); });
      return std::thread([self = shared_from_this()] { std::printf("%d", self->state); });
    }
  };
  auto session = std::make_shared<Session>();
  std::thread worker = session->start();
  session.reset();
  worker.join();
}

// What calloc clears and realloc copies is written by them, and to make a block at all is to write to it: whoever is told of it
// by a relaxed operation is in no order with that.
template <class Make, class Use>
void publish(Make make, Use use) {
  static std::atomic<int*> published;
  both([=] { published.store(make(), broken ? std::memory_order_relaxed : std::memory_order_release); },
       [=] {
         if (int* block = published.load(std::memory_order_acquire)) use(block);
       });
  std::free(published);
}

void cleared() {
  publish([] { return static_cast<int*>(std::calloc(3, sizeof(int))); },  // <- cleared
          [](int* block) { std::printf("%d", block[2]); });               // <- cleared
}

void copied() {
  static int* block = static_cast<int*>(std::calloc(1, sizeof(int)));
  publish([] { return block = static_cast<int*>(std::realloc(block, 2 * sizeof(int))); },  // <- copied
          [](int* shared) { std::printf("%d", shared[0]); });                              // <- copied
}

void made_elsewhere() {
  publish([] { return static_cast<int*>(std::malloc(2 * sizeof(int))); },  // <- made_elsewhere
          [](int* block) { block[1] = 1; });                               // <- made_elsewhere
}

void made_by_new() {
  static std::atomic<int*> published;
  both([] { published.store(new int, broken ? std::memory_order_relaxed : std::memory_order_release); },  // <- made_by_new
       [] {
         if (int* number = published.load(std::memory_order_acquire)) *number = 1;  // <- made_by_new
       });
  delete published;
}

const Case cases[] = {
    {"member_order", member_order}, {"deleted_too_early", deleted_too_early}, {"popped_and_freed", popped_and_freed},
    {"found_in_a_map", found_in_a_map}, {"reference_into_a_vector", reference_into_a_vector}, {"weak_this", weak_this},
    {"cleared", cleared}, {"copied", copied}, {"made_elsewhere", made_elsewhere}, {"made_by_new", made_by_new}};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: races/lifetimes heap/heap
