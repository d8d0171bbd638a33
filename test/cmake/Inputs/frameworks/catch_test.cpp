#include <catch2/catch.hpp>

#include "cases.h"

TEST_CASE("locks in two orders") { REQUIRE(found(false) == "deadlock"); }
TEST_CASE("locks at once, and a comma") { REQUIRE(found(true) == "no bug"); }
