// `omc cc`, which is also what omc-cc and omc-c++ run.
#include "compile/cc.h"

#include "verbs/verbs.h"

namespace omc::driver {

llvm::Expected<int> cc_verb(const Words& words) {
  auto request = read_cc_arguments(words);
  if (!request) return request.takeError();
  return compile(*request);
}

}  // namespace omc::driver
