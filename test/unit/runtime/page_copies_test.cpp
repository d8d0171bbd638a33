// Copies of pages and stacks: shared while somebody needs them, and their room used again.
// COVERS: snapshot/page_copies

#include "snapshot/page_copies.h"

#include <catch2/catch.hpp>

#include <cstring>
#include <string>

#include "snapshot/timestamps.h"

using namespace omc;

namespace {

std::string bytes_of(const PageCopy& kept) { return {kept.bytes, kept.length}; }

}  // namespace

TEST_CASE("copies of every size hold their bytes and give their room back") {
  size_t before = copied_bytes();
  for (size_t n : {size_t{1}, size_t{64}, size_t{4096}, size_t{8192}, size_t{8193}, size_t{16384},
                   size_t{16385}, size_t{1} << 20, size_t{5} << 20}) {
    std::string text(n, 'x');
    text.back() = 'y';
    PageCopy* kept = make_copy(text.data(), n, 3);
    CHECK(bytes_of(*kept) == text);
    CHECK(kept->digest == digest_of(text.data(), n, 3));
    CHECK(copied_bytes() >= before + n);
    release_copy(kept);
    CHECK(copied_bytes() == before);
  }
}

TEST_CASE("a copy lives as long as somebody shares it") {
  size_t before = copied_bytes();
  PageCopy* kept = make_copy("page", 4, 0);
  CHECK(share_copy(kept) == kept);
  release_copy(kept);
  CHECK(copied_bytes() > before);
  CHECK(bytes_of(*kept) == "page");
  release_copy(kept);
  CHECK(copied_bytes() == before);
}

TEST_CASE("renewing") {
  PageCopy* kept = make_copy("page", 4, 0);
  SECTION("with the same bytes is the same copy") {
    CHECK(update_copy(kept, "page", 4, 0) == kept);
  }
  SECTION("of a copy that nobody shares writes over it") {
    CHECK(update_copy(kept, "next", 4, 0) == kept);
    CHECK(bytes_of(*kept) == "next");
    CHECK(kept->digest == digest_of("next", 4, 0));
  }
  SECTION("of a shared copy leaves it as it is") {
    share_copy(kept);
    PageCopy* fresh = update_copy(kept, "next", 4, 0);
    CHECK(fresh != kept);
    CHECK(bytes_of(*fresh) == "next");
    CHECK(bytes_of(*kept) == "page");
    CHECK(kept->references == 1);
    release_copy(fresh);
  }
  SECTION("with another length is another copy") {
    kept = update_copy(kept, "longer", 6, 0);
    CHECK(bytes_of(*kept) == "longer");
  }
  SECTION("of nothing makes a copy") {
    PageCopy* fresh = update_copy(nullptr, "page", 4, 0);
    CHECK(bytes_of(*fresh) == "page");
    release_copy(fresh);
  }
  release_copy(kept);
}

TEST_CASE("room is zero and is used again") {
  auto* room = static_cast<char*>(allocate_record(200));
  for (int i = 0; i < 200; i++) CHECK(room[i] == 0);
  memset(room, 1, 200);
  free_record(room, 200);
  auto* again = static_cast<char*>(allocate_record(200));
  CHECK(again == room);
  CHECK(again[199] == 0);
  free_record(again, 200);
}

TEST_CASE("a copy without moments does not depend on the time") {
  PageCopy* plain = make_copy("eight by", 8, 0);
  CHECK(timestamp_shift(*plain, 5) == Digest{});
  uint64_t moment = clock_epoch + 9;
  PageCopy* timed = make_copy(&moment, 8, 0);
  CHECK(timestamp_shift(*timed, 0) == Digest{});
  Digest shifted = timed->digest;
  shifted += timestamp_shift(*timed, 5);
  CHECK(shifted == shifted_digest(&moment, 8, 0, 5));
  release_copy(plain);
  release_copy(timed);
}
