#include <gtest/gtest.h>

#include "cases.h"

TEST(Locks, InTwoOrders) { EXPECT_EQ(found(false), "deadlock"); }
TEST(Locks, AtOnce) { EXPECT_EQ(found(true), "no bug"); }
