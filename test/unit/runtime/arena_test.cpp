// Size classes of the heap, and the way from an address to its block.
// COVERS: heap/arena

#include "heap/arena.h"

#include <sys/mman.h>

#include <catch2/catch.hpp>

#include "fixture.h"

using namespace omc;

namespace {

struct ArenaWorld : TestWorld {
  ArenaWorld() : TestWorld(1) {}
  ~ArenaWorld() { munmap(reinterpret_cast<void*>(arena_address(0)), heap_size); }
};

bool leads_to(uintptr_t address, const Location& block) {
  Location found = locate(address);
  return found.header == block.header && found.room == block.room &&
         found.size_class == block.size_class;
}

}  // namespace

TEST_CASE("size classes grow with the size and lose little room") {
  unsigned last = 0;
  for (size_t size = 0; size <= largest_small; size++) {
    unsigned size_class = class_of(size);
    REQUIRE(size_class >= last);
    REQUIRE(size_class <= last + 1);
    last = size_class;
  }
  CHECK(last == class_count - 1);
  CHECK(class_of(0) == 0);
  CHECK(class_of(16) == 0);
  CHECK(class_of(17) == 1);
  CHECK(class_of(64) == 3);
  CHECK(class_of(65) == 4);
  CHECK(class_of(80) == 4);
  CHECK(class_of(81) == 5);
  CHECK(class_of(largest_small + 1) == large);
}

TEST_CASE("every address of a block leads to the block") {
  ArenaWorld w;
  for (size_t size : {0, 1, 16, 17, 40, 64, 65, 100, 128, 129, 1000, 4096, 10'000, 16'384}) {
    for (int i = 0; i < 3; i++) {
      Header* header = fresh_block(size);
      Location block = locate(reinterpret_cast<uintptr_t>(header));
      REQUIRE(block.header == header);
      CHECK(block.size_class == class_of(size));
      CHECK(block.room >= size);
      CHECK(block.room <= size + size / 4 + smallest);
      auto begin = reinterpret_cast<uintptr_t>(header), end = begin + sizeof(Header) + block.room;
      CHECK(begin % heap_alignment == 0);
      for (uintptr_t at : {begin, begin + sizeof(Header) - 1, begin + sizeof(Header), end - 1})
        CHECK(leads_to(at, block));
      CHECK(locate(end).header == nullptr);  // not given out yet
    }
  }
}

TEST_CASE("a large block has chunks of its own") {
  ArenaWorld w;
  size_t before = heap_in_use(), size = 300'000;
  Header* header = fresh_block(size);
  Location block = locate(reinterpret_cast<uintptr_t>(header));
  CHECK(block.size_class == large);
  CHECK(block.room >= size);
  auto begin = reinterpret_cast<uintptr_t>(header + 1);
  CHECK(leads_to(begin + size - 1, block));
  CHECK(leads_to(begin + chunk_size, block));
  CHECK(heap_in_use() - before >= size);
  CHECK(heap_in_use() % chunk_size == 0);
  CHECK(locate(begin + block.room).header == nullptr);
}

TEST_CASE("blocks of one size fill a chunk and go on in another") {
  ArenaWorld w;
  uintptr_t first = reinterpret_cast<uintptr_t>(fresh_block(1000)), last = first;
  for (int i = 0; i < 200; i++) {
    auto next = reinterpret_cast<uintptr_t>(fresh_block(1000));
    REQUIRE(next >= last + sizeof(Header) + 1000);
    REQUIRE(locate(next).header == reinterpret_cast<Header*>(next));
    last = next;
  }
  CHECK(last - first > chunk_size);
}

TEST_CASE("what no list links to looks like no address") {
  Header header{};
  Link link;
  CHECK(link.get() == nullptr);
  link.set(&header);
  CHECK(link.get() == &header);
  CHECK(link.hidden != reinterpret_cast<uint64_t>(&header));
  link.set(nullptr);
  CHECK(link.hidden == 0);
}
