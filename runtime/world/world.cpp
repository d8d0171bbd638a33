#include "world/world.h"

#include "omc/fast_path.h"

__attribute__((visibility("default"))) int omc_awake = 0;
omc_fast_path_state omc_fast_path;

namespace omc {

Checker checker;

void go_awake() {
  checker.exploring = true;
  omc_awake = 1;
}

void go_dormant() {
  checker.exploring = false;
  omc_awake = 0;
}

}  // namespace omc
