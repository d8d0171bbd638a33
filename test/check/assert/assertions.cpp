// Each way to fail that is no crash, in the one order that shows it: the second thread runs between two
// statements of the first.
// RUN: %build
// RUN: %verdict assert --message 'balance == 0' -- %t assert
// RUN: %verdict assert --message 'balance <= 0' -- %t omc_assert
// RUN: %verdict assert --message 'abort' -- %t abort
// RUN: %verdict assert --message 'overdrawn' -- %t throw
// RUN: %verdict assert -- %t throw-int
// RUN: %verdict assert -- %t terminate
// RUN: %verdict assert -- %t noexcept
// RUN: %verdict ok -- --check deadlock %t omc_assert
// RUN: %expect-exit 0 %omc check %but-races -o - --expect assert %t throw
// RUN: %expect-exit 1 %omc check -o - --expect deadlock %t throw
#include <omc.h>

#undef NDEBUG
#include <cassert>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

int balance;

void refuse() noexcept { throw std::runtime_error("thrown out of noexcept"); }

void audit(const std::string& how) {
  if (how == "assert") assert(balance == 0);
  if (how == "omc_assert") omc_assert(balance <= 0);
  if (balance == 0) return;
  if (how == "abort") std::abort();
  if (how == "throw") throw std::runtime_error("overdrawn");
  if (how == "throw-int") throw 3;
  if (how == "terminate") std::terminate();
  if (how == "noexcept") refuse();
}

int main(int, char** argv) {
  std::thread auditor(audit, argv[1]);
  balance++;
  balance--;
  auditor.join();
}
// COVERS: report/bugs entry/api search/explore
