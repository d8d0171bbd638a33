// Queues and objects that are made once, replaced or counted, built from atomics: with the orders that they need, and
// with one of them relaxed.
// RUN: %build
// RUN: %python %S/Inputs/cases.py --omc %omc --source %s %t
#include "Inputs/orders.h"

#include <array>
#include <mutex>

namespace {

// ---- Queues ----

template <class O>
class Ring {
 public:
  bool push(int value) {
    unsigned end = tail.load(O::relaxed);
    if (end - head.load(O::acquire) == slots.size()) return false;
    slots[end % slots.size()] = value;
    tail.store(end + 1, O::release);
    return true;
  }
  bool pop(int& value) {
    unsigned begin = head.load(O::relaxed);
    if (begin == tail.load(O::acquire)) return false;
    value = slots[begin % slots.size()];
    head.store(begin + 1, O::release);
    return true;
  }

 private:
  std::array<int, 1> slots{};
  std::atomic<unsigned> head{0}, tail{0};
};

struct Message {
  int value = 0;
  std::atomic<Message*> next{nullptr};
};

template <class O>
class MessageQueue {  // many push, one pops
 public:
  bool push(int value) {
    Message* message = new Message;
    message->value = value;
    Message* before = last.exchange(message, O::acq_rel);
    before->next.store(message, O::release);
    return true;
  }
  bool pop(int& value) {
    Message* found = first->next.load(O::acquire);
    if (!found) return false;
    value = found->value;
    first = found;
    return true;
  }

 private:
  Message stub;
  Message* first = &stub;
  std::atomic<Message*> last{&stub};
};

template <class O>
class HandOver {  // a stack of which all is taken at once
 public:
  bool push(int value) {
    Message* message = new Message;
    message->value = value;
    Message* top = all.load(O::relaxed);
    do message->next.store(top, O::relaxed);
    while (!all.compare_exchange_weak(top, message, O::release, O::relaxed));
    return true;
  }
  bool pop(int& value) {
    Message* taken = all.exchange(nullptr, O::acquire);
    if (taken) value = taken->value;
    return taken;
  }

 private:
  std::atomic<Message*> all{nullptr};
};

template <class Queue>
  requires requires(Queue q, int i) { q.pop(i); }
void use_it(Queue*) {
  static Queue queue;
  both([] { queue.push(1); queue.push(2); },
       [] {
         int value;
         for (int i = 0; i < 2; i++)
           if (queue.pop(value)) std::printf("%d", value);
       });
}

// ---- Objects that are made once, replaced, or counted ----

template <class O>
class Once {
 public:
  int* get() {
    int unmade = 0;
    if (state.load(O::acquire) != 2) {
      if (state.compare_exchange_strong(unmade, 1, O::relaxed)) {
        made = 7;
        state.store(2, O::release);
      } else {
        while (state.load(O::acquire) != 2) {}
      }
    }
    return &made;
  }

 private:
  int made = 0;
  std::atomic<int> state{0};
};

template <class O>
class DoubleChecked {
 public:
  int* get() {
    int* found = instance.load(O::acquire);
    if (!found) {
      std::lock_guard lock(mutex);
      found = instance.load(O::relaxed);
      if (!found) instance.store(found = new int(7), O::release);
    }
    return found;
  }

 private:
  std::atomic<int*> instance{nullptr};
  std::mutex mutex;
};

template <class Construct>
  requires requires(Construct c) { c.get(); }
void use_it(Construct*) {
  static Construct lazy;
  auto use = [] { std::printf("%d", *lazy.get()); };
  both(use, use);
}

template <class O>
class Current {  // readers go on with the version that they have seen
 public:
  void publish(int value) { current.store(new int(value), O::release); }
  int read() { return *current.load(O::acquire); }

 private:
  std::atomic<int*> current{new int(0)};
};

// Compilers take consume for acquire.
template <class O>
class CurrentConsumed {
 public:
  void publish(int value) { current.store(new int(value), O::release); }
  int read() { return *current.load(O::acquire == memory_order::acquire ? memory_order::consume : memory_order::relaxed); }

 private:
  std::atomic<int*> current{new int(0)};
};

template <class Construct>
  requires requires(Construct c) { c.read(); }
void use_it(Construct*) {
  static Construct settings;
  both([] { settings.publish(1); }, [] { std::printf("%d", settings.read()); });
}

template <class O>
class Counted {
 public:
  void use() { std::printf("%d", value); }
  void drop() {
    if (count.fetch_sub(1, O::acq_rel) == 1) value = 0;  // as a destructor would
  }

 private:
  int value = 1;
  std::atomic<int> count{2};
};

template <class O>
class CountedWithFence {
 public:
  void use() { std::printf("%d", value); }
  void drop() {
    if (count.fetch_sub(1, O::release) != 1) return;
    std::atomic_thread_fence(O::acquire);
    value = 0;
  }

 private:
  int value = 1;
  std::atomic<int> count{2};
};

template <class Construct>
  requires requires(Construct c) { c.drop(); }
void use_it(Construct*) {
  static Construct object;
  auto work = [] { object.use(); object.drop(); };
  both(work, work);
}

const Case cases[] = {
    {"ring_acquire", weakened<Ring, NoAcquire>}, {"ring_release", weakened<Ring, NoRelease>},
    {"message_queue_acquire", weakened<MessageQueue, NoAcquire>},
    {"message_queue_release", weakened<MessageQueue, NoRelease>},
    {"hand_over_acquire", weakened<HandOver, NoAcquire>},
    {"hand_over_release", weakened<HandOver, NoRelease>}, {"once_acquire", weakened<Once, NoAcquire>},
    {"once_release", weakened<Once, NoRelease>},
    {"double_checked_acquire", weakened<DoubleChecked, NoAcquire>},
    {"double_checked_release", weakened<DoubleChecked, NoRelease>},
    {"current_acquire", weakened<Current, NoAcquire>}, {"current_release", weakened<Current, NoRelease>},
    {"consume", weakened<CurrentConsumed, NoAcquire>}, {"counted_acquire", weakened<Counted, NoAcquire>},
    {"counted_release", weakened<Counted, NoRelease>},
    {"counted_fence_acquire", weakened<CountedWithFence, NoAcquire>},
    {"counted_fence_release", weakened<CountedWithFence, NoRelease>}};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: races/happens_before races/access_history
