// Objects that one thread gives back while another still uses them: reference counts, destructors, freed nodes,
// exceptions.
// RUN: %build
// RUN: %python %S/Inputs/cases.py --omc %omc --source %s %t
#include "Inputs/cases.h"

#include <atomic>
#include <cstdlib>
#include <exception>
#include <future>
#include <memory>
#include <mutex>
#include <utility>

namespace {

// An intrusive count, plain in the broken one: two threads may both believe to be the last, or neither.
class Counted {
 public:
  void drop() {
    int left = broken ? --plain : count.fetch_sub(1, std::memory_order_acq_rel) - 1;  // <- reference_count
    if (left == 0) delete this;
  }

 private:
  int plain = 2;
  std::atomic<int> count{2};
};

void reference_count() {
  static Counted* object;
  object = new Counted;
  auto drop = [] { object->drop(); };
  both(drop, drop);
}

struct Picture {
  int pixels[4] = {1, 2, 3, 4};
};

// The counts of a shared_ptr are safe, one shared_ptr object in two threads is not.
void shared_ptr_object() {
  static std::shared_ptr<Picture> current;
  static std::mutex mutex;
  current = std::make_shared<Picture>();
  both([] {
         std::unique_lock lock(mutex, std::defer_lock);
         if (!broken) lock.lock();
         current = std::make_shared<Picture>();
       },
       [] {
         std::unique_lock lock(mutex, std::defer_lock);
         if (!broken) lock.lock();
         std::shared_ptr<Picture> mine = current;
         std::printf("%d", mine->pixels[0]);
       });
  current.reset();
}

void shared_ptr_copies() {
  auto current = std::make_shared<Picture>();
  std::thread user([mine = current] { std::printf("%d", mine->pixels[0]); });  // <- shared_ptr_copies
  if (broken) current->pixels[0] = 5;  // <- shared_ptr_copies
  current.reset();
  user.join();
}

void shared_ptr_last_owner() {
  static int total;
  struct Sum {
    int mine = 1;
    ~Sum() { total = mine; }
  };
  auto sum = std::make_shared<Sum>();
  auto work = [](std::shared_ptr<Sum>& mine, int i) {
    static std::mutex mutex;
    std::unique_lock lock(mutex, std::defer_lock);
    if (!broken) lock.lock();
    mine->mine += i;  // <- shared_ptr_last_owner
    lock = {};
    mine.reset();
  };
  std::thread other([=, mine = sum]() mutable { work(mine, 1); });
  work(sum, 2);
  other.join();
  std::printf("%d", total);
}

void weak_ptr() {
  static std::weak_ptr<Picture> cache;
  static std::mutex mutex;
  auto get = [] {
    std::unique_lock lock(mutex, std::defer_lock);
    if (!broken) lock.lock();
    auto found = cache.lock();
    if (!found) cache = found = std::make_shared<Picture>();
    lock = {};
    std::printf("%d", found->pixels[1]);
  };
  both(get, get);
}

// The base class' destructor stops the thread, when what the derived class had is gone.
class Service {
 public:
  virtual ~Service() { stop(); }  // <- virtual_destructor
  virtual int work() { return 1; }
  void start() {
    thread = std::thread([this] { std::printf("%d", work()); });  // <- virtual_destructor
  }
  void stop() {
    if (thread.joinable()) thread.join();
  }

 private:
  std::thread thread;
};

class Printer : public Service {
 public:
  ~Printer() override {  // <- virtual_destructor
    if (!broken) stop();
  }  // <- virtual_destructor
  int work() override { return 2; }
};

void virtual_destructor() {
  Printer printer;
  printer.start();
}

// A thread with a reference to a local of a function that does not wait for it.
void captured_local() {
  std::thread user;
  [&] {
    int local = 1;
    user = std::thread([&] { std::printf("%d", local); });  // <- captured_local
    if (!broken) user.join();
    local = 2;  // <- captured_local
    if (broken) user.join();
  }();
}

struct Node {
  int value;
  Node* next;
};

// A stack without locks. Nodes that were popped are kept until nobody can look into them; the broken one keeps them in
// a list by the very pointer that another pop may be about to read.
class Stack {
 public:
  void push(int value) {
    Node* node = new Node{value, head};
    while (!head.compare_exchange_weak(node->next, node)) {}
  }

  Node* pop() {
    Node* top = head;
    while (top && !head.compare_exchange_weak(top, top->next)) {}  // <- popped_nodes
    return top;
  }

 private:
  std::atomic<Node*> head;
};

void popped_nodes() {
  static Stack stack;
  static std::atomic<Node*> kept;
  stack.push(1);
  stack.push(2);
  auto work = [](Node** mine) {
    Node* node = stack.pop();
    if (!broken) *mine = node;
    if (!broken) return;
    node->next = kept;  // <- popped_nodes
    while (!kept.compare_exchange_weak(node->next, node)) {}  // <- popped_nodes
  };
  static Node* mine[2];
  both([=] { work(&mine[0]); }, [=] { work(&mine[1]); });
  delete mine[0];
  delete mine[1];
}

// A free list of numbered slots. Without a tag that changes each time, a head that went and came back looks as if
// nothing had happened, and two threads get the same slot.
class Slots {
 public:
  static constexpr unsigned none = 255;

  unsigned take() {
    unsigned seen = head;
    while (true) {
      unsigned slot = seen & 255;
      if (slot == none) return none;
      if (head.compare_exchange_strong(seen, tagged(next[slot], seen))) return slot;
    }
  }

  void put(unsigned slot) {
    unsigned seen = head;
    do next[slot] = seen & 255;
    while (!head.compare_exchange_strong(seen, tagged(slot, seen)));
  }

  int values[2] = {0, 0};

 private:
  static unsigned tagged(unsigned slot, unsigned before) { return broken ? slot : slot | ((before & ~255U) + 256); }

  std::atomic<unsigned> head{0};
  std::atomic<unsigned> next[2] = {1, none};
};

void slot_came_back() {
  static Slots slots;
  both([] {
         for (int i = 0; i < 2; i++) {
           unsigned slot = slots.take();
           if (slot != Slots::none) slots.values[slot] = 1;  // <- slot_came_back
         }
       },
       [] {
         unsigned first = slots.take(), second = slots.take();
         if (first != Slots::none) slots.put(first);
         if (second != Slots::none) slots.values[second] = 2;  // <- slot_came_back
       });
}

void freed_block() {
  static int* block;
  static std::mutex mutex;
  block = static_cast<int*>(std::malloc(16));
  block[0] = 1;
  both([] {
         std::unique_lock lock(mutex, std::defer_lock);
         if (!broken) lock.lock();
         if (block) std::printf("%d", block[0]);
       },
       [] {
         std::unique_lock lock(mutex, std::defer_lock);
         if (!broken) lock.lock();
         std::free(block);
         block = nullptr;
       });
}

struct Failure {
  int tries = 0;
  ~Failure() { tries = -1; }
};

// Each thread has a reference; the one that drops the last destroys what both have read.
void shared_exception() {
  static std::exception_ptr first, second;
  static std::atomic<int> handled;  // relaxed, so that nothing but the references orders the two
  first = second = std::make_exception_ptr(Failure());
  auto handle = [](std::exception_ptr& mine) {
    try {
      std::rethrow_exception(mine);
    } catch (Failure& failure) {
      if (broken) failure.tries++;  // <- shared_exception
      handled.fetch_add(failure.tries < 0 ? 2 : 1, std::memory_order_relaxed);  // <- shared_exception
    }
    mine = nullptr;
  };
  both([=] { handle(first); }, [=] { handle(second); });
}

// What a thread does before it ends, it does before its future is ready.
void ready_at_thread_exit() {
  static std::promise<int*> promise;
  static std::future<int*> future;
  static int value;
  future = promise.get_future();
  both([] {
         auto mine = std::move(promise);
         mine.set_value_at_thread_exit(&value);
         value++;  // <- ready_at_thread_exit
       },
       [] {
         auto mine = std::move(future);
         if (!broken) mine.get();
         value++;  // <- ready_at_thread_exit
       });
}

const Case cases[] = {
    {"reference_count", reference_count}, {"shared_ptr_object", shared_ptr_object}, {"shared_ptr_copies", shared_ptr_copies},
    {"shared_ptr_last_owner", shared_ptr_last_owner}, {"weak_ptr", weak_ptr}, {"virtual_destructor", virtual_destructor},
    {"captured_local", captured_local}, {"popped_nodes", popped_nodes}, {"slot_came_back", slot_came_back},
    {"freed_block", freed_block}, {"shared_exception", shared_exception},
    {"ready_at_thread_exit", ready_at_thread_exit}};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: races/lifetimes libc/cxx_exception
