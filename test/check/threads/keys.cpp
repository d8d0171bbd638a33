// Keys: each thread its own values, and destructors at the end of the thread that has one, again as long as they set it.
// RUN: %build
// RUN: %verdict ok --outcomes 'AB BA' -- %t own
// Destructors of thread_local objects come before those of keys, and pthread_exit runs both.
// RUN: %verdict ok --outcomes 'tk' -- %t order
// RUN: %verdict ok --outcomes 'tk' -- %t exit
// A destructor that sets the value again is called again, four times at most; one whose key is deleted never.
// RUN: %verdict ok --outcomes '3' -- %t again
// RUN: %verdict ok --outcomes '4' -- %t for-ever
// RUN: %verdict ok --outcomes '.' -- %t deleted
// The main thread's are called when it leaves by pthread_exit, not when it returns.
// RUN: %verdict ok --outcomes '.' -- %t main-returns
// RUN: %verdict ok --outcomes 'k' -- %t main-exits
// RUN: %verdict ok --outcomes '40' -- %t many
// A destructor is part of the thread: others run meanwhile, and it can be part of a deadlock.
// RUN: %verdict ok --outcomes '0 1' -- %t meanwhile
// RUN: %verdict deadlock -- %t waits
#include <pthread.h>
#include <unistd.h>

#include <cstdio>
#include <mutex>

#include "Inputs/cases.h"

pthread_key_t key;
int calls, value;
std::mutex m;

void say(const char* text) { (void)!write(1, text, 1); }

void say_key(void*) { say("k"); }

void own() {
  pthread_key_create(&key, [](void* name) { say(static_cast<const char*>(name)); });
  auto work = [](const char* name) {
    return [=] {
      pthread_setspecific(key, name);
      std::this_thread::yield();
      if (pthread_getspecific(key) != name) say("?");
    };
  };
  both(work("A"), work("B"));
  if (pthread_getspecific(key)) say("?");
}

struct SaysItsEnd {
  bool used = false;
  ~SaysItsEnd() { say("t"); }
};
thread_local SaysItsEnd object;

void* set_both(void* exits) {
  object.used = true;
  pthread_setspecific(key, &key);
  if (exits) pthread_exit(nullptr);
  return nullptr;
}

void order(void* exits) {
  pthread_key_create(&key, say_key);
  pthread_t thread;
  pthread_create(&thread, nullptr, set_both, exits);
  pthread_join(thread, nullptr);
}

void again(int times) {
  static int most;
  most = times;
  pthread_key_create(&key, [](void*) { if (++calls < most) pthread_setspecific(key, &key); });
  std::thread([] { pthread_setspecific(key, &key); }).join();
  std::printf("%d", calls);
}

void deleted() {
  pthread_key_create(&key, say_key);
  std::thread([] { pthread_setspecific(key, &key); pthread_key_delete(key); }).join();
}

void main_thread(bool exits) {
  pthread_key_create(&key, say_key);
  pthread_setspecific(key, &key);
  std::thread([] {}).join();
  if (exits) pthread_exit(nullptr);
}

void many() {
  pthread_key_t keys[40];
  for (auto& one : keys) pthread_key_create(&one, [](void*) { calls++; });
  std::thread([&] { for (auto& one : keys) pthread_setspecific(one, &one); }).join();
  std::printf("%d", calls);
}

void meanwhile() {
  pthread_key_create(&key, [](void*) { value = 1; });
  std::thread other([] { pthread_setspecific(key, &key); });
  int seen = value;
  other.join();
  std::printf("%d", seen);
}

void waits() {
  pthread_key_create(&key, [](void*) { std::lock_guard lock(m); });  // <- deadlock
  std::thread other([] { pthread_setspecific(key, &key); });
  std::lock_guard lock(m);
  other.join();  // <- deadlock
}

const Case cases[] = {{"own", own}, {"order", [] { order(nullptr); }}, {"exit", [] { order(&key); }},
                      {"again", [] { again(3); }}, {"for-ever", [] { again(100); }}, {"deleted", deleted},
                      {"main-returns", [] { main_thread(false); }}, {"main-exits", [] { main_thread(true); }},
                      {"many", many}, {"meanwhile", meanwhile}, {"waits", waits}};

int main(int argc, char** argv) { return argc > 1 ? run_case(cases, argv[1]) : 2; }
// COVERS: threads/fiber steps/step
