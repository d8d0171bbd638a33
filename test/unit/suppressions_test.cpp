// COVERS: driver/explain/suppressions

#include <catch2/catch.hpp>

#include "explain/suppressions.h"

using namespace omc;
using namespace omc::driver;

TEST_CASE("a pattern is found anywhere unless it is anchored") {
  CHECK(matches("pop", "Queue::pop(int)"));
  CHECK_FALSE(matches("^pop", "Queue::pop(int)"));
  CHECK(matches("^Queue::pop", "Queue::pop(int)"));
  CHECK_FALSE(matches("pop$", "Queue::pop(int)"));
  CHECK(matches("pop(int)$", "Queue::pop(int)"));
  CHECK(matches("^pop$", "pop"));
  CHECK_FALSE(matches("^pop$", "pops"));
  CHECK_FALSE(matches("push", "pop"));
}

TEST_CASE("a star stands for anything, also for nothing") {
  CHECK(matches("Queue*pop", "Queue<int>::pop"));
  CHECK(matches("Qu*eue", "Queue"));
  CHECK(matches("^*pop$", "Queue::pop"));
  CHECK(matches("^Queue*", "Queue::pop"));
  CHECK(matches("*", "anything"));
  CHECK_FALSE(matches("pop*Queue", "Queue::pop"));
  // The last piece is the end of the name, not merely its first occurrence.
  CHECK(matches("^a*ab$", "aabab"));
  CHECK_FALSE(matches("^ab*ab$", "ab"));
}

TEST_CASE("nothing matches what has no name") { CHECK_FALSE(matches("*", "")); }

TEST_CASE("the first line that matches takes the bug") {
  auto suppressions = Suppressions::parse(
      "# known\nrace_top:add\r\nrace:add\n\n  memory:drop\nthread:add\nmutex:lock\n", "known.txt");
  REQUIRE(bool(suppressions));
  std::vector<Subject> below = {{"work", true}, {"add"}}, top = {{"add", true}};
  CHECK(suppressions->find(BugKind::data_race, top) == 0);
  CHECK(suppressions->find(BugKind::data_race, below) == 1);
  CHECK(suppressions->find(BugKind::deadlock, top) == -1);
  CHECK(suppressions->find(BugKind::memory, {{"drop"}}) == 2);
  CHECK(suppressions->find(BugKind::misuse, {{"unlock"}}) == 4);
  CHECK(suppressions->uses()[2].place == "known.txt:5");
  CHECK(suppressions->uses()[2].text == "memory:drop");
}

TEST_CASE("a mistake in a suppression is reported with its line") {
  for (const char* text : {"race:ok\nfoo\n", "race:ok\nrcae:x\n", "race:ok\nrace:^$\n"}) {
    auto suppressions = Suppressions::parse(text, "known.txt");
    REQUIRE_FALSE(bool(suppressions));
    CHECK_THAT(llvm::toString(suppressions.takeError()), Catch::StartsWith("known.txt:2: "));
  }
}
