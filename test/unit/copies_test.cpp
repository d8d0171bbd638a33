// Merging what two sources say about one header.
// COVERS: driver/project/copies

#include "project/copies.h"

#include <catch2/catch.hpp>

using namespace omc;
using namespace omc::driver;

TEST_CASE("texts of one original are merged line by line") {
  std::string original = "a\nb\nc";
  CHECK(merge_texts(original, "a\nxb\nc", "a\nb\nyc") == "a\nxb\nyc");
  CHECK(merge_texts(original, "a\nxb\nc", "a\nxb\nyc") == "a\nxb\nyc");
  CHECK(merge_texts(original, original, "a\nxb\nc") == "a\nxb\nc");
  CHECK(merge_texts("a\r\n", "xa\r\n", "a\r\n") == "xa\r\n");
}

TEST_CASE("a line that both changed has no common text") {
  CHECK_FALSE(merge_texts("a\nb", "xa\nb", "ya\nb"));
}

TEST_CASE("texts with other lines than the original's are refused") {
  CHECK_FALSE(merge_texts("a\nb\nc", "xa\nb", "a\nb\nyc"));
  CHECK_FALSE(merge_texts("a\nb", "xa\nb", "a\nb\n"));
}
