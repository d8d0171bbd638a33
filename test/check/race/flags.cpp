// Flags, counters and fields that a program shares between threads, and locks that do not do what was meant.
// RUN: %build
// RUN: %python %S/Inputs/cases.py --omc %omc --source %s %t
#include "Inputs/cases.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <queue>
#include <shared_mutex>
#include <vector>

namespace {

void bool_stop() {
  static bool plain;
  static std::atomic<bool> stop;
  both([] {
         for (int i = 0; i < 2; i++)
           if (broken ? plain : stop.load()) return;  // <- bool_stop
       },
       [] {
         if (broken) plain = true;  // <- bool_stop
         else stop = true;
       });
}

// volatile makes the compiler read again, and orders nothing.
void volatile_flag() {
  static volatile bool ready;
  static std::atomic<bool> safe;
  static int data;
  both([] {
         data = 1;
         if (broken) ready = true;  // <- volatile_flag
         else safe = true;
       },
       [] {
         if (broken ? ready : safe.load()) std::printf("%d", data);  // <- volatile_flag
       });
}

void volatile_counter() {
  static volatile int hits;
  static std::atomic<int> counted;
  auto hit = [] {
    if (broken) hits = hits + 1;  // <- volatile_counter
    else counted++;
  };
  both(hit, hit);
}

struct Bits {
  unsigned read : 1;
  unsigned written : 1;
  unsigned : 0;
  unsigned other : 1;
};

// Bit-fields of one word are one memory location; a field of width zero begins another.
void bit_fields() {
  static Bits bits;
  both([] { bits.read = 1; },  // <- bit_fields
       [] {
         if (broken) bits.written = 1;  // <- bit_fields
         else bits.other = 1;
       });
}

void neighbouring_bytes() {
  static unsigned char bytes[8];
  both([] { for (int i = 0; i < 8; i += 2) bytes[i] = 1; },  // <- neighbouring_bytes
       [] { for (int i = broken ? 0 : 1; i < 8; i += 2) bytes[i] = 2; });  // <- neighbouring_bytes
  std::printf("%d", bytes[0] + bytes[1]);
}

struct Record {
  char kind;
  bool used;
  short count;
  int total;
};

// Members next to each other are apart, however small; a copy of the whole touches all of them.
void neighbouring_members() {
  static Record record;
  both([] { record.kind = 1; record.count = 2; },
       [] {
         if (!broken) record.used = true;
         if (!broken) record.total = 3;
         if (broken) record = Record{1, true, 2, 3};
       });
  std::printf("%d", record.count + record.total);
}

// Two bytes are read at once, and one of them is written.
void overlapping() {
  static union { std::uint32_t word; std::uint8_t bytes[4]; } both_ways;
  both([] { std::printf("%d", broken ? both_ways.word != 9 : both_ways.bytes[2]); },  // <- overlapping
       [] { both_ways.bytes[3] = 1; });  // <- overlapping
}

// A reader that looks at the same counter before and after: what it reads meanwhile must be atomic.
class Pair {
 public:
  void write(int value) {
    version++;
    if (broken) plain[0] = plain[1] = value;  // <- seqlock
    else safe[0].store(value, std::memory_order_relaxed), safe[1].store(value, std::memory_order_relaxed);
    version++;
  }

  bool read(int& a, int& b) {
    int before = version;
    a = broken ? plain[0] : safe[0].load(std::memory_order_relaxed);  // <- seqlock
    b = broken ? plain[1] : safe[1].load(std::memory_order_relaxed);  // <- seqlock
    return before % 2 == 0 && version == before;
  }

 private:
  std::atomic<int> version{0}, safe[2] = {0, 0};
  int plain[2] = {0, 0};
};

void seqlock() {
  static Pair pair;
  both([] { pair.write(1); }, [] { int a, b; std::printf("%d", !pair.read(a, b) || a == b); });
}

class ThreadPool {
 public:
  explicit ThreadPool(int threads) {
    for (int i = 0; i < threads; i++) workers.emplace_back([this] { work(); });
  }

  ~ThreadPool() {
    {
      std::unique_lock lock(mutex, std::defer_lock);
      if (!broken) lock.lock();
      stop = true;  // <- thread_pool_shutdown
    }
    ready.notify_all();
    // A worker that looked before and waits after would never end: that is another bug than the one shown here.
    if (broken) submit([] {});
    for (std::thread& worker : workers) worker.join();
  }

  void submit(std::function<void()> task) {
    std::lock_guard lock(mutex);
    tasks.push(std::move(task));
    ready.notify_one();
  }

 private:
  void work() {
    while (true) {
      std::unique_lock lock(mutex);
      ready.wait(lock, [this] { return stop || !tasks.empty(); });  // <- thread_pool_shutdown
      if (tasks.empty()) return;
      auto task = std::move(tasks.front());
      tasks.pop();
      lock.unlock();
      task();
      if (broken) return;
    }
  }

  std::mutex mutex;
  std::condition_variable ready;
  std::queue<std::function<void()>> tasks;
  std::vector<std::thread> workers;
  bool stop = false;
};

void thread_pool_shutdown() {
  ThreadPool pool(1);
  if (!broken) pool.submit([] { std::printf("1"); });
}

// The result of a task is read when the task was taken, not when it has ended.
void thread_pool_result() {
  static std::mutex mutex;
  static std::condition_variable changed;
  static bool taken, ended;
  static int result;
  taken = ended = false;
  both([] {
         { std::lock_guard lock(mutex); taken = true; changed.notify_one(); }
         result = 42;  // <- thread_pool_result
         { std::lock_guard lock(mutex); ended = true; changed.notify_one(); }
       },
       [] {
         { std::unique_lock lock(mutex); changed.wait(lock, [] { return broken ? taken : ended; }); }
         std::printf("%d", result);  // <- thread_pool_result
       });
}

class Account {
 public:
  void deposit(int amount) {
    std::lock_guard lock(mutex);
    balance += amount;  // <- lock_forgotten
  }
  int read() {
    std::unique_lock lock(mutex, std::defer_lock);
    if (!broken) lock.lock();
    return balance;  // <- lock_forgotten
  }

 private:
  std::mutex mutex;
  int balance = 0;
};

void lock_forgotten() {
  static Account account;
  both([] { account.deposit(5); }, [] { std::printf("%d", account.read()); });
}

// A lock that each object has for itself, around what they share.
class Ticket {
 public:
  int number() {
    std::lock_guard lock(broken ? mine : everyones);
    return ++last;  // <- lock_of_one_object
  }

 private:
  std::mutex mine;
  static inline std::mutex everyones;
  static inline int last;
};

void lock_of_one_object() {
  auto use = [] { Ticket ticket; std::printf("%d", ticket.number() > 0); };
  both(use, use);
}

// The guard has no name, so it is gone before the next statement.
void guard_without_name() {
  static std::mutex mutex;
  static int x;
  auto work = [] {
    if (broken) {
      std::unique_lock<std::mutex>{mutex};
      x++;  // <- guard_without_name
      return;
    }
    std::unique_lock lock{mutex};
    x++;
  };
  both(work, work);
}

void reference_out_of_the_lock() {
  static std::mutex mutex;
  static std::vector<int> numbers{1, 2};
  both([] { std::lock_guard lock(mutex); numbers[0] = 3; },
       [] {
         std::unique_lock lock(mutex);
         int& first = numbers[0];
         if (broken) lock.unlock();
         std::printf("%d", first);
       });
}

void writes_as_a_reader() {
  static std::shared_mutex mutex;
  static int cached, hits;
  auto look = [] {
    std::shared_lock lock(mutex);
    if (broken) hits++;  // <- writes_as_a_reader
    std::printf("%d", cached);
  };
  both(look, look);
}

void condition_without_lock() {
  static std::mutex mutex;
  static std::condition_variable changed;
  static bool ready;
  both([] {
         std::unique_lock lock(mutex, std::defer_lock);
         if (!broken) lock.lock();
         ready = true;  // <- condition_without_lock
         changed.notify_one();
       },
       [] {
         std::unique_lock lock(mutex);
         if (!broken) changed.wait(lock, [] { return ready; });
         if (broken && !ready) std::printf("not yet");  // <- condition_without_lock
       });
}

const Case cases[] = {
    {"bool_stop", bool_stop}, {"volatile_flag", volatile_flag}, {"volatile_counter", volatile_counter},
    {"bit_fields", bit_fields}, {"neighbouring_bytes", neighbouring_bytes}, {"neighbouring_members", neighbouring_members},
    {"overlapping", overlapping}, {"seqlock", seqlock}, {"thread_pool_shutdown", thread_pool_shutdown},
    {"thread_pool_result", thread_pool_result}, {"lock_forgotten", lock_forgotten},
    {"lock_of_one_object", lock_of_one_object}, {"guard_without_name", guard_without_name},
    {"reference_out_of_the_lock", reference_out_of_the_lock}, {"writes_as_a_reader", writes_as_a_reader},
    {"condition_without_lock", condition_without_lock}};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: races/explored_access races/co_enabled_races
