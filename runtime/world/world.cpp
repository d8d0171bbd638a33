#include "world/world.h"

#include "omc/fast_path.h"

extern "C" {
__attribute__((visibility("default"))) int omc_awake = 0;
}
omc_quick_state omc_quick;

namespace omc {

Checker checker;

void go_dormant() {
  checker.exploring = false;
  omc_awake = 0;
}

}  // namespace omc
