// The option table: values of every type, mistakes, nearest matches.
// COVERS: run/options

#include <catch2/catch.hpp>

#include "run/options.h"

using namespace omc;

namespace {

struct Result {
  bool ok;
  Options options;
  std::string error;
};

Result parse(const std::string& text) {
  Result result{};
  char error[256] = "";
  result.ok = parse_options(text.c_str(), result.options, error, sizeof error);
  result.error = error;
  return result;
}

Options options_of(const std::string& text) {
  Result result = parse(text);
  INFO(text);
  INFO(result.error);
  CHECK(result.ok);
  return result.options;
}

std::string error_of(const std::string& text) {
  Result result = parse(text);
  INFO(text);
  CHECK(!result.ok);
  return result.error;
}

std::string nearest_of(const char* word, const char* words) {
  char near[64];
  return nearest(word, words, near, sizeof near) ? near : "";
}

}  // namespace

TEST_CASE("options: words") {
  CHECK(options_of("search=exhaustive").search == Search::exhaustive);
  CHECK(options_of("engine=fork").engine == Engine::fork);
  CHECK(options_of("granularity=access").granularity == Granularity::access);
  CHECK(options_of("mode=replay").mode == Mode::replay);
  CHECK(error_of("search=prunned") == "'prunned' is not a value of search; did you mean pruned?");
  CHECK(error_of("engine=zzzzzzzz") == "'zzzzzzzz' is not a value of engine; choose rewind|fork");
  CHECK(error_of("mode=x") == "'x' is not a value of mode; choose dormant|check|replay");
}

TEST_CASE("options: counts") {
  CHECK(options_of("max-steps=1,000").max_steps == 1000);
  CHECK(options_of("max_steps=1'000").max_steps == 1000);
  CHECK(options_of("max-states=0").max_states == 0);
  CHECK(options_of("max-executions=none").max_executions == UINT64_MAX);
  CHECK(options_of("max-preemptions=2").max_preemptions == 2);
  CHECK(options_of("spurious=1").spurious == 1);
  CHECK(options_of("jobs=1024").jobs == 1024);
  for (const char* wrong : {"", "x", "-1", "1.5", "99999999999999999999999"})
    CHECK_THAT(error_of(std::string("max-steps=") + wrong), Catch::Contains("a whole number"));
  for (const char* wrong : {"0", "1025", "none"})
    CHECK_THAT(error_of(std::string("jobs=") + wrong), Catch::Contains("from 1 to 1024"));
}

TEST_CASE("options: sizes") {
  CHECK(options_of("memory=512").memory == 512);
  CHECK(options_of("memory=500M").memory == uint64_t{500} << 20);
  CHECK(options_of("memory=1.5g").memory == uint64_t{3} << 29);
  CHECK(options_of("memory=4GiB").memory == uint64_t{4} << 30);
  CHECK(options_of("memory=2kB").memory == 2048);
  CHECK(options_of("memory=1T").memory == uint64_t{1} << 40);
  for (const char* wrong : {"", "0", "M", "4X", "-4G", "4G4", "99999999T"})
    CHECK_THAT(error_of(std::string("memory=") + wrong), Catch::Contains("such as 500M or 4G"));
}

TEST_CASE("options: durations") {
  CHECK(options_of("time=30s").seconds == 30);
  CHECK(options_of("time=30").seconds == 30);
  CHECK(options_of("time=5m").seconds == 300);
  CHECK(options_of("time=1h").seconds == 3600);
  CHECK(options_of("time=1h30m").seconds == 5400);
  CHECK(options_of("time=250ms").seconds == Approx(0.25));
  CHECK(options_of("time=0.5s").seconds == Approx(0.5));
  for (const char* wrong : {"", "0", "soon", "5d", "-1s", "1h soon"})
    CHECK_THAT(error_of(std::string("time=") + wrong), Catch::Contains("30s, 5m or 1h"));
}

TEST_CASE("options: flags") {
  for (const char* on : {"all", "all=", "all=1", "all=on", "all=yes", "all=true"})
    CHECK(options_of(on).all);
  for (const char* off : {"all=0", "all=off", "all=no", "all=false"}) CHECK(!options_of(off).all);
  CHECK(options_of("every_statement=1").every_statement);
  CHECK(options_of("strict=1").strict);
  CHECK(options_of("help=1").help);
  CHECK_THAT(error_of("all=maybe"), Catch::Contains("give 0 or 1"));
}

TEST_CASE("options: kinds of bugs") {
  Options some = options_of("check=deadlock,data-race");
  CHECK(some.checks_for(BugKind::deadlock));
  CHECK(some.checks_for(BugKind::data_race));
  CHECK(!some.checks_for(BugKind::crash));
  for (unsigned i = 0; i < static_cast<unsigned>(BugKind::count); i++) {
    auto kind = static_cast<BugKind>(i);
    CHECK(options_of("check=all").checks_for(kind));
    CHECK(!options_of("check=none").checks_for(kind));
    CHECK(options_of(std::string("check=") + bug_kind_names[i]).checks == 1u << i);
    CHECK(Options().checks_for(kind) == (kind != BugKind::order_race));
  }
  CHECK(error_of("check=deadlok") == "unknown kind of bug 'deadlok'; did you mean deadlock?");
  CHECK_THAT(error_of("check=xyzzyqwerty"), Catch::Contains("deadlock|data-race|"));
}

TEST_CASE("options: keys") {
  CHECK(error_of("serach=pruned") == "unknown option 'serach'; did you mean search?");
  CHECK(error_of("xyzzyqwerty=1") == "unknown option 'xyzzyqwerty'");
  Options options = options_of("::search=exhaustive:all:search=pruned:");
  CHECK(options.all);
  CHECK(options.search == Search::pruned);
  CHECK(find_option("max_steps") == find_option("max-steps"));
  CHECK(find_option("nothing") == nullptr);
}

TEST_CASE("options: a message is cut to its buffer") {
  char error[12];
  Options options;
  CHECK(!parse_options("serach=pruned", options, error, sizeof error));
  CHECK(std::string(error) == "unknown opt");
}

TEST_CASE("options: every default can be given") {
  for (size_t i = 0; i < option_row_count; i++) {
    const OptionRow& row = option_rows[i];
    INFO(row.key);
    CHECK(find_option(row.key) == &row);
    CHECK(*row.help);
    if (row.type == OptionType::words || row.type == OptionType::flag)
      options_of(std::string(row.key) + "=" + row.default_text);
  }
}

TEST_CASE("the nearest word") {
  CHECK(nearest_of("prunned", "exhaustive|pruned") == "pruned");
  CHECK(nearest_of("pruned", "exhaustive|pruned") == "pruned");
  CHECK(nearest_of("max-step", nullptr) == "max-steps");
  CHECK(nearest_of("zzzzzzzz", "exhaustive|pruned").empty());
  CHECK(nearest_of("x", "").empty());
}
