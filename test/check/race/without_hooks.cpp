// Threads whose first statements have no hook, because a macro makes a string of them: what they touch before they come to a
// point is compared with what others touch all the same. The argument says which.
// RUN: %build
// RUN: %verdict data-race --message 'shared is' -- %t both
// RUN: %verdict data-race --message 'shared is' -- %t creator
// RUN: %verdict data-race --message 'shared is' -- %t before-a-call
// RUN: %verdict data-race --message 'shared is' -- %t before-a-lock
// RUN: %verdict ok --races -- %t locked
// RUN: %verdict ok --races -- %t joined
// RUN: %verdict ok --races -- %t published
#include <atomic>
#include <cstring>
#include <mutex>
#include <thread>

#define TOLD(...) told(#__VA_ARGS__, __VA_ARGS__)

namespace {

int shared, other;
std::mutex m;
std::atomic<int*> published;

template <class Body>
void told(const char* text, Body body) {
  if (*text) body();
}

template <class F, class G>
void both(F f, G g) {
  std::thread one(f), two(g);
  one.join();
  two.join();
}

void call() { other++; }

}  // namespace

int main(int, char** arguments) {
  auto is = [&](const char* name) { return !std::strcmp(arguments[1], name); };
  if (is("both")) TOLD([] { both([] { shared++; }, [] { shared++; }); });
  if (is("creator")) TOLD([] { std::thread one([] { shared++; }); shared++; one.join(); });
  if (is("before-a-call")) TOLD([] { std::thread one([] { shared++; call(); }); shared++; one.join(); });
  if (is("before-a-lock"))
    TOLD([] { both([] { shared++; m.lock(); m.unlock(); }, [] { shared++; m.lock(); m.unlock(); }); });
  if (is("locked")) TOLD([] { both([] { std::lock_guard lock(m); shared++; }, [] { std::lock_guard lock(m); shared++; }); });
  if (is("joined")) TOLD([] { shared++; std::thread one([] { shared++; }); one.join(); shared++; });
  if (is("published"))
    TOLD([] {
      std::thread one([] { shared = 1; published = &shared; });
      if (int* p = published) std::thread([p] { ++*p; }).join();
      one.join();
    });
}
// COVERS: races/footprint races/explored_access steps/step
