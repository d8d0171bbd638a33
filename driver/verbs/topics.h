// What `omc help TOPIC` and omc(1) say about ideas rather than verbs; a screen each.
#pragma once

#include "llvm/ADT/ArrayRef.h"

namespace omc::driver {

struct Topic {
  const char* name;
  const char* summary;
  const char* text;
};
llvm::ArrayRef<Topic> topics();

}  // namespace omc::driver
