// thread_local objects with constructors and destructors: each thread its own, made when it is first used, ended with the
// thread, in reverse order. Exceptions in flight and errno are each thread's own, too.
// RUN: %build
// RUN: %compare thread_local_order -- %t order
// Not touched, not made.
// RUN: %verdict ok --outcomes '.' -- %t untouched
// One that is first used by the destructor of another is ended after it.
// RUN: %verdict ok --outcomes '(1)(2)' -- %t late
// RUN: %verdict ok --outcomes '(m)' -- %t main
// RUN: %verdict ok --outcomes '1' -- %t exceptions
// RUN: %verdict ok --outcomes '1' -- %t uncaught
// RUN: %verdict ok --outcomes '1' -- %t errno
// A destructor that uses what its thread shares without a lock.
// RUN: %verdict assert --message 'seen + 1 == ends' -- %t race
// An exception that nobody catches.
// RUN: %verdict assert --message 'std::runtime_error' -- %t terminate
#include <fcntl.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>

#include "Inputs/cases.h"

std::mutex m;
int ends;

void say(const std::string& text) { (void)!write(1, text.data(), text.size()); }

struct Named {
  std::string name;
  ~Named() { if (!name.empty()) say(name); }
};

thread_local Named first, second;

// Ended in reverse order, with the other thread's in between or not.
void order() {
  auto work = [](const char* one, const char* two) {
    first.name = one;
    second.name = two;
  };
  both([=] { work("B", "A"); }, [=] { work("b", "a"); });
}

struct Loud {
  Loud() { say("?"); }
  ~Loud() { say("?"); }
};

void untouched() {
  auto work = [](bool touch) {
    if (!touch) return;
    static thread_local Loud loud;
    (void)&loud;
  };
  both([=] { work(false); }, [=] { work(false); });
}

struct UsesAnother {
  bool used = false;
  ~UsesAnother() {
    static thread_local Named another;
    say("(1)");
    another.name = "(2)";
  }
};

void late() {
  std::thread([] {
    static thread_local UsesAnother one;
    one.used = true;
  }).join();
}

void main_thread() {
  std::thread([] {}).join();
  first.name = "(m)";
}

// Each rethrows what it caught itself, with a switch in between.
void exceptions() {
  int right = 0;
  auto work = [&](int mine) {
    try {
      throw mine;
    } catch (int) {
      std::this_thread::yield();
      try {
        throw;
      } catch (int again) {
        std::lock_guard lock(m);
        right += again == mine;
      }
    }
  };
  both([&] { work(1); }, [&] { work(2); });
  std::printf("%d", right == 2);
}

// While one unwinds, the other does not.
void uncaught() {
  struct Asks {
    int* right;
    int expected;
    ~Asks() {
      std::this_thread::yield();
      *right += std::uncaught_exceptions() == expected;
    }
  };
  int one = 0, two = 0;
  both([&] {
    try {
      Asks asks{&one, 1};
      throw 1;
    } catch (int) {
      std::this_thread::yield();
      one += std::uncaught_exceptions() == 0 && std::current_exception() != nullptr;
    }
  }, [&] {
    { Asks asks{&two, 0}; }
    two += std::current_exception() == nullptr;
  });
  std::printf("%d", one == 2 && two == 2);
}

void errno_of_each() {
  int right = 0;
  auto work = [&](int error) {
    errno = 0;
    if (error == ENOENT) (void)open("/does/not/exist", O_RDONLY);
    else (void)close(-1);
    std::this_thread::yield();
    int seen = errno;
    std::lock_guard lock(m);
    right += seen == error;
  };
  errno = EDOM;
  both([&] { work(ENOENT); }, [&] { work(EBADF); });
  std::printf("%d", right == 2 && errno == EDOM);
}

struct CountsEnds {
  bool used = false;
  ~CountsEnds() {
    int seen = ends;
    ends = seen + 1;
    std::this_thread::yield();
    assert(seen + 1 == ends);  // <- assert
  }
};

void race() {
  auto work = [] {
    static thread_local CountsEnds counts;
    counts.used = true;
  };
  both(work, work);
}

void terminate() {
  both([] { throw std::runtime_error("nobody catches"); }, [] {});  // <- assert
}

const Case cases[] = {{"order", order}, {"untouched", untouched}, {"late", late}, {"main", main_thread},
                      {"exceptions", exceptions}, {"uncaught", uncaught}, {"errno", errno_of_each}, {"race", race},
                      {"terminate", terminate}};

int main(int argc, char** argv) { return argc > 1 ? run_case(cases, argv[1]) : 2; }
// COVERS: threads/fiber libc/cxx_exception
