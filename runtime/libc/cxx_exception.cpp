// Exceptions that threads share by std::exception_ptr: rows in libc/cxx_exception.def.
//
// libstdc++ counts the references inside. A thread that drops one has finished with the object
// before the last one destroys it; nothing else need order the two.
#include "libc/interpose.h"
#include "libc/rows_as_next.h"
#include "races/happens_before.h"
#include "world/assumptions.h"
#include "world/current.h"

namespace omc {
namespace {

// std::exception_ptr of libstdc++. As a result, it is written to where the caller says.
struct Reference {
  char* object;
};

}  // namespace

#include "libc/cxx_exception.def"

namespace {

constexpr size_t header_size = 128;  // it lies before the object, and begins with the count

int references(const char* object) { return *reinterpret_cast<const int*>(object - header_size); }

// std::current_exception. A lookup while exploring would leave traces in memory.
auto caught = next_definition<void (*)(Reference*)>("_ZSt17current_exceptionv");

// One reference is about to be dropped. `kept` more are the same thread's, and stay for now.
void pass_on(const Reference& reference, int kept) {
  if (!follows_clocks() || !reference.object) return;
  acquire_from(reference.object);
  if (references(reference.object) > 1 + kept) release_to(reference.object);
}

// A handler has a reference to what it has caught, which may be another thread's exception.
void pass_on_caught() {
  if (!follows_clocks() || !caught || !next_drop_reference()) return;
  Reference reference;
  caught(&reference);
  pass_on(reference, 1);
  if (reference.object) next_drop_reference()(&reference);
}

}  // namespace

#include "libc/rows_as_functions.h"

#include "libc/cxx_exception.def"

}  // namespace omc
