// Accesses that have happened: which later ones race with them, and what of them the state depends
// on.
// COVERS: races/access_history

#include "races/access_history.h"

#include <catch2/catch.hpp>

#include "fixture.h"
#include "races/happens_before.h"

using namespace omc;

namespace {

alignas(16) char memory[32];
int mutex;

using Kind = AccessKind;

struct History : TestWorld {
  explicit History(unsigned threads = 3) : TestWorld(threads) {
    for (unsigned i = 1; i < threads; i++) fork_clock(world().threads[i]);
  }
  // A thread accesses bytes of `memory`; gives how many races that has.
  size_t access(unsigned thread, Kind kind, unsigned from = 0, size_t n = 4) {
    unordered_accesses.clear();
    run(thread);
    check_history(reinterpret_cast<uintptr_t>(memory) + from, n, kind, memory);
    return unordered_accesses.size();
  }
  void pass_on(unsigned from, unsigned to) {
    run(from);
    advance_clocks(Op::unlock, &mutex, 0);
    run(to);
    advance_clocks(Op::lock, &mutex, 0);
  }
};

}  // namespace

TEST_CASE("two accesses that nothing orders are a race") {
  History w;
  CHECK(w.access(1, Kind::write, 4) == 0);
  REQUIRE(w.access(2, Kind::read, 4) == 1);
  auto [now, before] = unordered_accesses[0];
  CHECK(now.thread == 2);
  CHECK_FALSE(now.write);
  CHECK(before.thread == 1);
  CHECK(before.write);
  CHECK(now.address == reinterpret_cast<uintptr_t>(memory) + 4);
  CHECK(now.size == 4);
}

TEST_CASE("which kinds of accesses conflict") {
  struct {
    Kind first, second;
    bool is_race;
  } pairs[] = {{Kind::write, Kind::write, true},
               {Kind::write, Kind::read, true},
               {Kind::read, Kind::write, true},
               {Kind::read, Kind::read, false},
               {Kind::atomic_write, Kind::atomic_write, false},
               {Kind::atomic_write, Kind::atomic_read, false},
               {Kind::atomic_write, Kind::read, true},
               {Kind::write, Kind::atomic_read, true},
               {Kind::atomic_read, Kind::read, false}};
  for (auto [first, second, is_race] : pairs) {
    History w;
    w.access(1, first);
    CHECK((w.access(2, second) != 0) == is_race);
  }
}

TEST_CASE("what is ordered is no race") {
  History w;
  w.access(1, Kind::write);
  w.pass_on(1, 2);
  CHECK(w.access(2, Kind::write) == 0);
  // What the first thread does after that was not passed on.
  w.access(1, Kind::write, 8);
  CHECK(w.access(2, Kind::write, 8) == 1);
}

TEST_CASE("bytes that are not the same are no race") {
  History w;
  w.access(1, Kind::write, 0, 2);
  CHECK(w.access(2, Kind::write, 2, 2) == 0);
  CHECK(w.access(2, Kind::write, 1, 1) == 1);
  CHECK(unordered_accesses[0].first.address == reinterpret_cast<uintptr_t>(memory) + 1);
  CHECK(unordered_accesses[0].first.size == 1);
}

TEST_CASE("an access that reaches into the next eight bytes") {
  History w;
  w.access(1, Kind::write, 6, 4);
  CHECK(w.access(2, Kind::write, 8, 1) == 1);
  CHECK(w.access(2, Kind::write, 7, 1) == 1);
  CHECK(w.access(2, Kind::write, 10, 1) == 0);
}

TEST_CASE("an ordered access takes the place of the one before it") {
  History w;
  w.access(0, Kind::write);
  w.pass_on(0, 1);
  w.access(1, Kind::write);
  CHECK(w.access(2, Kind::write) == 1);
  CHECK(unordered_accesses[0].second.thread == 1);
}

TEST_CASE("a block that was given back has no history") {
  History w;
  checker.options = Options{};
  w.access(1, Kind::write);
  forget_history(reinterpret_cast<uintptr_t>(memory), sizeof memory);
  CHECK(w.access(2, Kind::write) == 0);
}

TEST_CASE("the digest depends on what happened, and not on its order") {
  auto digest_after = [](const std::vector<std::pair<unsigned, unsigned>>& accesses) {
    History w;
    for (auto [thread, from] : accesses) w.access(thread, Kind::write, from);
    return digest_history();
  };
  CHECK(digest_after({{1, 0}, {2, 8}}) == digest_after({{2, 8}, {1, 0}}));
  CHECK_FALSE(digest_after({{1, 0}, {2, 8}}) == digest_after({{1, 8}, {2, 0}}));
  CHECK_FALSE(digest_after({{1, 0}}) == digest_after({}));
}

TEST_CASE("what all threads know is no part of the digest") {
  History w(2);
  Digest nothing = digest_history();
  w.access(0, Kind::write);
  CHECK_FALSE(digest_history() == nothing);
  w.pass_on(0, 1);
  CHECK(digest_history() == nothing);
}

TEST_CASE("a thread that waits for a mutex will know what the mutex knows") {
  History w(2);
  checker.assumed |= bit_of(Assumption::invisible_statements);
  Digest nothing = digest_history();
  w.access(0, Kind::write);
  advance_clocks(Op::unlock, &mutex, 0);
  CHECK_FALSE(digest_history() == nothing);
  Pending& pending = world().threads[1].pending;
  pending = {Op::lock, true, false, 1, &mutex};
  CHECK_FALSE(digest_history() == nothing);  // it may give up
  pending.timed = false;
  CHECK(digest_history() == nothing);
}

TEST_CASE("a thread that joins another will know all that it does") {
  History w(2);
  checker.assumed |= bit_of(Assumption::invisible_statements);
  Digest nothing = digest_history();
  world().threads[0].pending = {Op::join, false, false, 1, &world().threads[1]};
  w.access(1, Kind::write);
  CHECK(digest_history() == nothing);
}
