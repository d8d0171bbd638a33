// For each way to order two threads: a program without a data race, in all interleavings, and the same with the order
// left out, which has one.
// RUN: %build
// RUN: %python %S/Inputs/cases.py --omc %omc %t
#include "Inputs/cases.h"

#include <pthread.h>
#include <semaphore.h>

#include <atomic>
#include <barrier>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <future>
#include <latch>
#include <map>
#include <memory>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

int x;
std::mutex m, n;

void mutex() {
  both([] { std::lock_guard lock(m); x++; },
       [] {
         if (broken) { x++; return; }
         std::lock_guard lock(m);
         x++;
       });
}

void wrong_mutex() {
  both([] { std::lock_guard lock(m); x++; }, [] { std::lock_guard lock(broken ? n : m); x++; });
}

void join() {
  std::thread writer([] { x = 1; });
  if (!broken) writer.join();
  x++;
  if (broken) writer.join();
}

void create() {
  if (!broken) x = 1;
  std::thread reader([] { std::printf("%d", x); });
  if (broken) x = 1;
  reader.join();
}

void condition() {
  static std::condition_variable ready;
  static bool is_ready;
  both([] {
         x = 1;
         std::lock_guard lock(m);
         is_ready = true;
         ready.notify_one();
       },
       [] {
         if (!broken) {
           std::unique_lock lock(m);
           ready.wait(lock, [] { return is_ready; });
         }
         x++;
       });
}

void shared() {
  static std::shared_mutex s;
  both([] { std::unique_lock lock(s); x = 1; },
       [] {
         std::shared_lock lock(s, std::defer_lock);
         if (!broken) lock.lock();
         std::printf("%d", x);
       });
}

void two_readers_write() {
  static std::shared_mutex s;
  both([] { std::shared_lock lock(s); if (broken) x = 1; }, [] { std::shared_lock lock(s); if (broken) x = 2; });
}

void posix_semaphore() {
  static sem_t s;
  sem_init(&s, 0, 0);
  both([] { x = 1; sem_post(&s); }, [] { if (!broken) sem_wait(&s); x++; });
}

void semaphore() {
  static std::binary_semaphore s(0);
  both([] { x = 1; s.release(); }, [] { if (!broken) s.acquire(); x++; });
}

void barrier() {
  static std::barrier b(2);
  both([] { x = 1; b.arrive_and_wait(); }, [] { if (!broken) b.arrive_and_wait(); else b.arrive_and_drop(); x++; });
}

void latch() {
  static std::latch l(1);
  both([] { x = 1; l.count_down(); }, [] { if (!broken) l.wait(); x++; });
}

void future() {
  static std::promise<int> p;
  static std::future<int> f = p.get_future();
  both([] { x = 1; p.set_value(1); }, [] { if (!broken) f.wait(); x++; });
}

void async() {
  auto result = std::async(std::launch::async, [] { x = 1; });
  if (!broken) result.get();
  x++;
}

void once() {
  static std::once_flag flag;
  auto use = [] {
    if (broken) x = 5;
    else std::call_once(flag, [] { x = 5; });
    std::printf("%d", x);
  };
  both(use, use);
}

int make() { return ++x; }
void static_local() {
  auto use = [] {
    static int value = make();
    static int lazy = 0;
    if (broken && !lazy) lazy = value;
    std::printf("%d", value);
  };
  both(use, use);
}

void flag() {
  static std::atomic<bool> ready;
  static bool plain;
  both([] { x = 1; if (broken) plain = true; else ready = true; },
       [] { if (broken ? plain : ready.load()) x++; });
}

void release_acquire() {
  static std::atomic<bool> ready;
  both([] { x = 1; ready.store(true, std::memory_order_release); },
       [] { if (broken || ready.load(std::memory_order_acquire)) x++; });
}

void spin_lock() {
  static std::atomic_flag taken = ATOMIC_FLAG_INIT;
  auto work = [] {
    if (!broken) while (taken.test_and_set(std::memory_order_acquire)) {}
    x++;
    if (!broken) taken.clear(std::memory_order_release);
  };
  both(work, work);
}

struct Object { int value = 7; };
void double_checked() {
  static std::atomic<Object*> safe;
  static Object* unsafe;
  auto use = [] {
    if (broken) {
      if (!unsafe) {
        std::lock_guard lock(m);
        if (!unsafe) unsafe = new Object;
      }
      std::printf("%d", unsafe->value);
      return;
    }
    Object* p = safe.load(std::memory_order_acquire);
    if (!p) {
      std::lock_guard lock(m);
      p = safe.load(std::memory_order_relaxed);
      if (!p) safe.store(p = new Object, std::memory_order_release);
    }
    std::printf("%d", p->value);
  };
  both(use, use);
}

void shared_pointer() {
  static auto p = std::make_shared<Object>();
  auto work = [] {
    std::shared_ptr<Object> mine = broken ? std::shared_ptr<Object>() : p;
    if (broken) p = std::make_shared<Object>();
    if (mine) std::printf("%d", mine->value);
  };
  both(work, work);
}

void reference_count() {
  static std::atomic<int> counted{2};
  static int plain = 2;
  auto drop = [] {
    if (broken ? --plain == 0 : counted.fetch_sub(1) == 1) std::puts("last");
  };
  both(drop, drop);
}

void vector() {
  static std::vector<int> v(2);
  both([] { if (broken) v.push_back(1); else v[0] = 1; }, [] { if (broken) v.push_back(2); else v[1] = 2; });
}

void map() {
  static std::map<int, int> index{{1, 0}, {2, 0}};
  both([] { if (broken) index[3] = 1; else index.at(1) = 1; }, [] { if (broken) index[4] = 2; else index.at(2) = 2; });
}

void string() {
  static std::string text = "abcdefghijklmnopqrstuvwxyz";
  both([] { if (broken) text += "1"; else std::printf("%c", text[0]); }, [] { std::printf("%zu", text.size()); });
}

struct Bits { unsigned a : 4, b : 4; unsigned : 0; unsigned c : 8; } bits;
void bit_fields() {
  both([] { bits.a = 1; }, [] { if (broken) bits.b = 2; else bits.c = 2; });
}

char bytes[8];
void neighbours() {
  both([] { bytes[0] = 1; }, [] { bytes[broken ? 0 : 1] = 2; });
  std::printf("%d", bytes[0] + bytes[1]);
}

void copied() {
  static char from[32] = "text", to[32];
  both([] { std::memcpy(to, from, 16); }, [] { std::memset(to + (broken ? 15 : 16), 0, 16); });
  std::puts(to);
}

void volatile_flag() {
  static volatile bool stop;
  static std::atomic<bool> good;
  both([] { if (broken) stop = true; else good = true; }, [] { while (!(broken ? stop : good.load())) std::this_thread::yield(); });
}

struct Base { virtual ~Base() { std::printf("%d", kind()); } virtual int kind() { return 1; } int data = 1; };
struct Derived : Base { int kind() override { return 2; } };
void destructor() {
  static Base* object = new Derived;
  std::thread user([] { std::printf("%d", object->data); });
  if (!broken) user.join();
  delete object;
  if (broken) user.join();
}

void thread_locals() {
  static int plain;
  thread_local int mine = 0;
  auto work = [] { mine++; if (broken) plain++; std::printf("%d", mine); };
  both(work, work);
}

void detached() {
  static std::atomic<bool> ended;
  std::thread([] { x = 1; ended = true; }).detach();
  if (!broken) while (!ended) {}
  x++;
  while (!ended) {}
}

void iterator() {
  static std::vector<int> v{1, 2, 3};
  both([] { std::lock_guard lock(m); v.push_back(4); },
       [] {
         std::unique_lock lock(m, std::defer_lock);
         if (!broken) lock.lock();
         for (int i : v) std::printf("%d", i);
       });
}

const Case cases[] = {
    {"mutex", mutex}, {"wrong_mutex", wrong_mutex}, {"join", join}, {"create", create}, {"condition", condition},
    {"shared", shared}, {"two_readers_write", two_readers_write}, {"posix_semaphore", posix_semaphore},
    {"semaphore", semaphore}, {"barrier", barrier}, {"latch", latch}, {"future", future}, {"async", async}, {"once", once},
    {"static_local", static_local}, {"flag", flag}, {"release_acquire", release_acquire}, {"spin_lock", spin_lock},
    {"double_checked", double_checked}, {"shared_pointer", shared_pointer}, {"reference_count", reference_count},
    {"vector", vector}, {"map", map}, {"string", string}, {"bit_fields", bit_fields}, {"neighbours", neighbours},
    {"copied", copied}, {"volatile_flag", volatile_flag}, {"destructor", destructor}, {"thread_locals", thread_locals},
    {"detached", detached}, {"iterator", iterator}};

}  // namespace

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
// COVERS: races/co_enabled_races races/footprint races/explored_access
