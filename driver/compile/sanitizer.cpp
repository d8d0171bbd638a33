// A flag may name several sanitizers: of -fsanitize=address,undefined the first does not work with
// omc.
#include "compile/sanitizer.h"

#include <cstring>

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace omc::driver {

using llvm::StringRef;

const char* unfit_sanitizer(const Words& arguments) {
  for (StringRef word : arguments) {
    if (!word.consume_front("-fsanitize=")) continue;
    llvm::SmallVector<StringRef, 8> kinds;
    word.split(kinds, ',');
    for (const char* kind :
         {"address", "thread", "memory", "hwaddress", "leak", "dataflow", "fuzzer"})
      for (StringRef given : kinds)
        if (given == kind || given == "kernel-address") return word.data() - strlen("-fsanitize=");
  }
  return nullptr;
}

}  // namespace omc::driver
