#include "sharing/private_cache.h"

namespace omc {

Known known;

}  // namespace omc
