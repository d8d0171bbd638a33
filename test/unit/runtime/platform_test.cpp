// Digests, and contexts that are switched to and from.

#include <catch2/catch.hpp>

#include <cstring>
#include <string>
#include <vector>

#include "platform/context.h"
#include "platform/digest.h"

using namespace omc;

namespace {

Digest of(const std::string& text, uint64_t seed = 0) {
  return digest_of(text.data(), text.size(), seed);
}

void *here, *there;
std::string said;

void speak() {
  double kept = 1.5;
  for (char c = 'a';; c++) {
    said += c;
    kept *= 2;
    switch_context(&there, here, thread_pointer());
    if (kept != 1.5 * (2 << (c - 'a'))) said += '!';
  }
}

}  // namespace

// COVERS: platform/digest
TEST_CASE("a digest depends on every byte, on their number and on the seed") {
  CHECK(of("some bytes") == of("some bytes"));
  CHECK_FALSE(of("some bytes") == of("some bytez"));
  CHECK_FALSE(of("some bytes") == of(std::string("some bytes\0", 11)));
  CHECK_FALSE(of("some bytes", 1) == of("some bytes", 2));
}

// COVERS: platform/digest
TEST_CASE("a sum of digests stands for a set") {
  Digest one = of("one"), two = of("two"), sum = one, other = two;
  sum += two;
  other += one;
  CHECK(sum == other);
  sum -= one;
  CHECK(sum == two);
  sum -= two;
  CHECK(sum == Digest{});
}

// COVERS: platform/context
TEST_CASE("a context goes on where it was left") {
  prepare_contexts();
  std::vector<char> stack(64 << 10);
  there = make_context(reinterpret_cast<uintptr_t>(stack.data() + stack.size()), speak);
  uintptr_t mine = thread_pointer();
  said.clear();
  for (int i = 0; i < 3; i++) {
    switch_context(&here, there, mine);
    said += '.';
  }
  CHECK(said == "a.b.c.");
  CHECK(thread_pointer() == mine);
}
