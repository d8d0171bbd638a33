// Exceptions that threads share by std::exception_ptr. libstdc++ counts the references inside:
// whoever drops one has done with the object before the last one destroys it. Nothing else need
// order the two.
#include "libc/interpose.h"
#include "races/happens_before.h"
#include "world/assumptions.h"
#include "world/current.h"

namespace omc {
namespace {

// std::exception_ptr of libstdc++; returned, it is written to where the caller says.
struct Reference {
  char* object;
};

constexpr size_t header_size = 128;  // before the object, and begins with the count

int references(const char* object) { return *reinterpret_cast<const int*>(object - header_size); }

// std::current_exception; looked up before anything is explored, because that leaves traces in
// memory.
auto caught = next_definition<void (*)(Reference*)>("_ZSt17current_exceptionv");

// One reference is about to be dropped; `kept` more are the same thread's and known to stay for
// now.
void pass_on(const Reference& reference, int kept) {
  if (!follows_clocks() || !reference.object) return;
  acquire_order(reference.object);
  if (references(reference.object) > 1 + kept) release_order(reference.object);
}

}  // namespace

COUNTED_AS(void, drop_reference, "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv",
           (Reference * reference)) {
  if (inside()) pass_on(*reference, 0);
  real_drop_reference()(reference);
}

// A handler has a reference to what it caught, which may be another thread's exception.
COUNTED_AS(void, end_catch, "__cxa_end_catch", ()) {
  if (inside() && follows_clocks() && caught && real_drop_reference()) {
    Reference reference;
    caught(&reference);
    pass_on(reference, 1);
    if (reference.object) real_drop_reference()(&reference);
  }
  real_end_catch()();
}

}  // namespace omc
