#include <gtest/gtest.h>

#include "counter.h"

TEST(Counter, Adds) {
  Counter c;
  both([&] { c.add(); }, [&] { c.add(); });
  EXPECT_EQ(c.n, 2);
}
TEST(Counter, AddsBadly) {
  Counter c;
  both([&] { c.add_badly(); }, [&] { c.add_badly(); });
  EXPECT_EQ(c.n, 2);
}
TEST(Counter, Alone) { EXPECT_EQ(Counter().n, 0); }
TEST(Other, Adds) {}
