// The lists of stores of weak memory: floors, and outcomes that count the stores of the program.
// COVERS: races/memory_model/stores

#include "races/memory_model/stores.h"

#include <catch2/catch.hpp>

#include "fixture.h"
#include "world/assumptions.h"

using namespace omc;

namespace {

struct Lists : TestWorld {
  Lists() : TestWorld(3) {
    checker.assumed = 0;
    for (unsigned i = 1; i < 3; i++) fork_clock(world().threads[i]);
    open_stores();
    list = make_list(&object, sizeof object, false);
    REQUIRE(list);
  }
  // A store of a thread that becomes the newest.
  Store& append(unsigned thread) {
    keep_newest(*list);
    Store* store = insert_store(*list, list->newest);
    REQUIRE(store);
    store->writer = static_cast<uint16_t>(thread);
    store->tick = clock_of(thread).ticks[thread];
    return *store;
  }
  unsigned floor(unsigned thread) { return floor_of(*list, clock_of(thread)); }
  void tell(unsigned to, unsigned from) {
    join_clock(clocks_of(world().threads[to])->now, clock_of(from));
  }

  int object = 0;
  StoreList* list = nullptr;
};

}  // namespace

TEST_CASE("a floor is the newest store that a clock knows of") {
  Lists lists;
  lists.append(1);
  CHECK(lists.floor(1) == 1);
  CHECK(lists.floor(2) == 0);
  lists.tell(2, 1);
  CHECK(lists.floor(2) == 1);
}

TEST_CASE("a load marks what it has read, for those who know of the load") {
  Lists lists;
  Store& store = lists.append(1);
  CHECK(lists.floor(0) == 0);
  mark_read(store, 2, clock_of(2).ticks[2]);
  CHECK(lists.floor(2) == 1);
  CHECK(known_rank(*lists.list, clock_of(2)) == rank_of_read(1));
  CHECK(known_rank(*lists.list, clock_of(1)) == rank_of_write(1));
  lists.tell(0, 2);
  CHECK(lists.floor(0) == 1);
}

TEST_CASE("a store that goes before others moves their floors up") {
  Lists lists;
  lists.append(1);
  insert_store(*lists.list, lists.list->oldest)->writer = no_writer;
  CHECK(lists.list->count == 3);
  CHECK(lists.floor(1) == 2);
}

TEST_CASE("an outcome counts the stores of the program, also those that were merged") {
  Lists lists;
  StoreRef first = lists.list->oldest, second = ref_of(lists.append(1)),
           third = ref_of(lists.append(1));
  store_at(second).stands_for = 3;
  CHECK(stores_since(third) == 0);
  CHECK(stores_since(second) == 1);
  CHECK(stores_since(first) == 4);
  CHECK(store_read_by(*lists.list, 0) == third);
  CHECK(store_read_by(*lists.list, 3) == second);
  CHECK(store_read_by(*lists.list, 4) == first);
  CHECK(store_read_by(*lists.list, 5) == 0);
}

TEST_CASE("objects of freed memory have no stores") {
  Lists lists;
  lists.append(1);
  forget_stores(reinterpret_cast<uintptr_t>(&lists.object), sizeof lists.object);
  CHECK(!find_list(&lists.object, sizeof lists.object));
}
