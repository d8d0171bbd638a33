#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest.h>

#include "counter.h"

TEST_CASE("names; with [all] \"kinds\" of $characters") {
  Counter c;
  both([&] { c.add(); }, [&] { c.add(); });
  CHECK(c.n == 2);
}
