// The memory of a run: how it is laid out, and its pool.
// COVERS: run/run

#include "run/run.h"

#include <catch2/catch.hpp>

#include "fixture.h"

using namespace omc;

TEST_CASE("a run has a pool and a table behind its head") {
  TestRun run(uint64_t{16} << 20);
  CHECK(run->magic == run_magic);
  CHECK(run->pool_begin >= sizeof(Run));
  CHECK(run->pool_end > run->pool_begin);
  CHECK(run->table_begin == run->pool_end);
  CHECK(run->table_end == run->bytes);
}

TEST_CASE("a replay needs no table") {
  TestRun run(uint64_t{16} << 20, Mode::replay);
  CHECK(run->pool_end == run->bytes);
  CHECK(run->table_begin == run->table_end);
}

TEST_CASE("the pool gives out rooms of its own until it is full") {
  TestRun run(uint64_t{16} << 20);
  uint64_t first = pool_take(*run, 1), second = pool_take(*run, 100), third = pool_take(*run, 16);
  CHECK(first == run->pool_begin);
  CHECK(first % 16 == 0);
  CHECK(second == first + 16);
  CHECK(third == second + 112);
  CHECK(pool_take(*run, run->bytes) == 0);
  uint64_t rest = run->pool_end - third - 16;
  CHECK(pool_take(*run, rest) == third + 16);
  CHECK(pool_take(*run, 1) == 0);
}
