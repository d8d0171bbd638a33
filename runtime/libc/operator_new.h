// operator new and operator delete: whose they are.
#pragma once

namespace omc {

// Before anything is explored.
void find_operators();

}  // namespace omc
