#include "sharing/private_cache.h"

namespace omc {

PrivateCache private_cache;

}  // namespace omc
