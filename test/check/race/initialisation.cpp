// Objects that are made when they are first needed, or made by one thread for others: right, and as it is often done.
// RUN: %build
// RUN: %python %S/Inputs/cases.py --omc %omc --source %s %t
#include "Inputs/cases.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace {

struct Settings {
  int level = 7;
  std::string name = "default";
};

// Double-checked locking, with a plain pointer in the broken one.
class Plain {
 public:
  static Settings& get() {
    if (!instance) {  // <- double_checked
      std::lock_guard lock(mutex);
      if (!instance) instance = new Settings;  // <- double_checked
    }
    return *instance;
  }

 private:
  static inline Settings* instance;
  static inline std::mutex mutex;
};

class Atomic {
 public:
  static Settings& get() {
    Settings* found = instance.load(std::memory_order_acquire);
    if (!found) {
      std::lock_guard lock(mutex);
      found = instance.load(std::memory_order_relaxed);
      if (!found) instance.store(found = new Settings, std::memory_order_release);
    }
    return *found;
  }

 private:
  static inline std::atomic<Settings*> instance;
  static inline std::mutex mutex;
};

void double_checked() {
  auto use = [] { std::printf("%d", broken ? Plain::get().level : Atomic::get().level); };
  both(use, use);
}

// The flag is atomic, but it is set before the object is complete.
void double_checked_too_early() {
  static std::atomic<bool> ready;
  static std::mutex mutex;
  static Settings settings;
  auto use = [] {
    if (!ready) {
      std::lock_guard lock(mutex);
      if (!ready) {
        if (broken) ready = true;
        settings.level = 9;  // <- double_checked_too_early
        ready = true;
      }
    }
    std::printf("%d", settings.level);  // <- double_checked_too_early
  };
  both(use, use);
}

// A value that is computed once and kept.
class Circle {
 public:
  double area() {
    if (broken) {
      if (!known) {       // <- lazy_member
        kept = 3.0 * r * r;  // <- lazy_member
        known = true;     // <- lazy_member
      }
      return kept;  // <- lazy_member
    }
    std::call_once(once, [this] { kept = 3.0 * r * r; });
    return kept;
  }

 private:
  double r = 2, kept = 0;
  bool known = false;
  std::once_flag once;
};

void lazy_member() {
  static Circle circle;
  auto use = [] { std::printf("%.0f", circle.area()); };
  both(use, use);
}

void lazy_unique_ptr() {
  static std::unique_ptr<Settings> settings;
  static std::mutex mutex;
  auto use = [] {
    std::unique_lock lock(mutex, std::defer_lock);
    if (!broken) lock.lock();
    if (!settings) settings = std::make_unique<Settings>();
    std::printf("%d", settings->level);
  };
  both(use, use);
}

int next_id() {
  static std::atomic<int> safe{0};
  static int plain = 0;
  return broken ? ++plain : ++safe;  // <- thread_local_initialiser
}

// Each thread has its own, but to initialise it they all touch the same counter.
void thread_local_initialiser() {
  auto use = [] {
    thread_local int id = next_id();
    std::printf("%d", id > 0);
  };
  both(use, use);
}

struct Registered {
  static inline std::vector<int> ids;
  static inline std::mutex mutex;
  explicit Registered(int id) {
    std::unique_lock lock(mutex, std::defer_lock);
    if (!broken) lock.lock();
    ids.push_back(id);
  }
  int use() const { return 1; }
};

void thread_local_registers() {
  auto use = [] {
    thread_local Registered mine(1);
    std::printf("%d", mine.use());
  };
  both(use, use);
}

struct Tally {
  static inline int total;
  static inline std::mutex mutex;
  int mine = 1;
  ~Tally() {
    std::unique_lock lock(mutex, std::defer_lock);
    if (!broken) lock.lock();
    total += mine;  // <- thread_local_destructor
  }
};

void thread_local_destructor() {
  auto use = [] {
    thread_local Tally tally;
    tally.mine++;
  };
  both(use, use);
  std::printf("%d", Tally::total);
}

// Published by hand: the object is filled in before or after the others can see it.
void published() {
  static std::atomic<Settings*> shared;
  both([] {
         static Settings mine;
         if (!broken) mine.level = 1;
         shared.store(&mine, std::memory_order_release);
         if (broken) mine.level = 1;  // <- published
       },
       [] {
         if (Settings* seen = shared.load(std::memory_order_acquire)) std::printf("%d", seen->level);  // <- published
       });
}

// Relaxed accesses with fences order; a fence on the wrong side of the store does not.
void published_by_fence() {
  static std::atomic<bool> ready;
  static int data;
  both([] {
         data = 1;
         std::atomic_thread_fence(std::memory_order_release);
         ready.store(true, std::memory_order_relaxed);
         if (broken) data = 2;
       },
       [] {
         if (!ready.load(std::memory_order_relaxed)) return;
         std::atomic_thread_fence(std::memory_order_acquire);
         std::printf("%d", data);
       });
}

// A thread that is started in a constructor sees members that are not there yet.
class Worker {
 public:
  Worker() {
    if (!broken) limit = 3;
    thread = std::thread([this] { std::printf("%d", limit); });  // <- started_in_constructor
    if (broken) limit = 3;  // <- started_in_constructor
  }
  ~Worker() { thread.join(); }

 private:
  int limit = 0;
  std::thread thread;
};

void started_in_constructor() {
  Worker worker;
}

const Case cases[] = {
    {"double_checked", double_checked}, {"double_checked_too_early", double_checked_too_early}, {"lazy_member", lazy_member},
    {"lazy_unique_ptr", lazy_unique_ptr}, {"thread_local_initialiser", thread_local_initialiser},
    {"thread_local_registers", thread_local_registers}, {"thread_local_destructor", thread_local_destructor},
    {"published", published}, {"published_by_fence", published_by_fence}, {"started_in_constructor", started_in_constructor}};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: races/atomics sync/static_guard sync/once
