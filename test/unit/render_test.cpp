// Reports from models made by hand, against the files in test/report. With UPDATE_GOLDEN=1 in the
// environment the files are written instead; read them before you commit them.
// COVERS: driver/render/text driver/render/json driver/render/schedule

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "llvm/Support/JSON.h"
#include "llvm/Support/Unicode.h"
#include "render/render.h"
#include "render/results.h"
#include "run/options.h"

using namespace omc;
using namespace omc::driver;

namespace {

std::filesystem::path golden_folder() { return std::filesystem::path(OMC_TEST_FOLDER) / "report"; }

void matches_golden(const std::string& text, const std::string& name) {
  std::filesystem::path file = golden_folder() / name;
  if (getenv("UPDATE_GOLDEN")) {
    std::ofstream(file) << text;
    return;
  }
  std::ifstream in(file);
  REQUIRE(in.good());
  std::stringstream expected;
  expected << in.rdbuf();
  CHECK(text == expected.str());
}

Place at_line(unsigned line, unsigned column, const char* function) {
  return {"src/bank.cpp", line, column, function};
}

Step step(unsigned n, unsigned thread, unsigned line, const char* text,
          std::vector<std::string> effects = {}) {
  return {n, thread, at_line(line, 3, thread ? "transfer" : "main"), text, std::move(effects), {}};
}

ThreadState waiting(unsigned id, const char* name, unsigned line, const char* text,
                    const char* what) {
  ThreadState thread;
  thread.id = id;
  thread.name = name;
  thread.standing = Standing::blocked;
  thread.waits_for = what;
  thread.place = at_line(line, 3, name);
  thread.text = text;
  return thread;
}

Report memory_report() {
  Report report;
  report.replay_target = "./queue";
  report.verdict = Verdict::bug;
  report.stats = {3, 12, 43, 40, 0, 2, 12, 0, 0, 5120, 0.0625};
  report.not_instrumented = {"libfoo.so", "a.c", "b.c", "c.c", "d.c", "e.c"};
  report.suppressions = {{"race:^Queue::pop$", "known.txt:3", 2}, {"race:baz", "known.txt:4", 0}};
  Bug bug;
  bug.kind = "memory";
  bug.message =
      "read of freed memory: byte 8 of a block of 24 bytes, freed by thread 1 at bank.cpp:12";
  bug.place = at_line(20, 3, "main");
  bug.schedule = "0*3 1 0";
  bug.variable = "byte 8 of a block of 24 bytes allocated by thread 0 at bank.cpp:18";
  bug.accesses = {
      "thread 0 (main) reads byte 8 of a block of 24 bytes at bank.cpp:20: return node->count;"};
  bug.block = {24,
               8,
               0,
               1,
               at_line(18, 3, "main"),
               at_line(12, 3, "drop"),
               "node = new Node;",
               "delete node;"};
  ThreadState main, drop;
  main.name = "main";
  drop.id = 1;
  drop.name = "drop";
  drop.standing = Standing::ended;
  bug.threads = {main, drop};
  report.bugs.push_back(std::move(bug));
  return report;
}

Report deadlock_report() {
  Report report;
  report.program = "./bank";
  report.arguments = {"--fast", "two words"};
  report.replay_target = "./bank --fast 'two words'";
  report.verdict = Verdict::bug;
  report.options = {{"search", "pruned"}};
  report.stats = {31, 120, 431, 400, 7, 3, 12, 30, 4, 5120, 0.0625};
  Bug bug;
  bug.kind = "deadlock";
  bug.message = "thread 1 (transfer) and thread 2 (transfer) wait for each other";
  bug.place = at_line(13, 3, "transfer");
  bug.thread = 2;
  bug.schedule = "0*3 1*2 2*2";
  bug.steps = {step(1, 0, 20, "std::thread rent(transfer, 30);", {"starts 1"}),
               step(2, 0, 21, "std::thread refund(transfer, 10);", {"starts 2"}),
               step(3, 0, 22, "rent.join();"),
               step(4, 1, 12, "std::lock_guard<std::mutex> source(from.m);", {"locks alice.m"}),
               step(5, 1, 13, "std::lock_guard<std::mutex> destination(to.m);"),
               step(6, 2, 12, "std::lock_guard<std::mutex> source(from.m);", {"locks bob.m"}),
               step(7, 2, 13, "std::lock_guard<std::mutex> destination(to.m);")};
  ThreadState main = waiting(0, "main", 22, "rent.join();", "thread 1 to end");
  main.waits_on = {1};
  main.why = "it waits for bob.m";
  ThreadState one = waiting(1, "transfer", 13, "", "bob.m");
  one.held_by = 2;
  one.held_since = at_line(12, 3, "transfer");
  one.waits_on = {2};
  one.why = "held by thread 2 since bank.cpp:12";
  one.holds = {"alice.m"};
  ThreadState two = waiting(2, "transfer", 13, "", "alice.m");
  two.held_by = 1;
  two.held_since = at_line(12, 3, "transfer");
  two.waits_on = {1};
  two.why = "held by thread 1 since bank.cpp:12";
  two.holds = {"bob.m"};
  bug.threads = {main, one, two};
  bug.cycle = {1, 2};
  bug.places = {bug.place, at_line(12, 3, "transfer")};
  report.bugs = {bug};
  return report;
}

Report order_race_report() {
  Report report = deadlock_report();
  Bug& bug = report.bugs[0];
  bug.kind = "order-race";
  bug.message = "total is 1 or 2, though every thread has executed the same statements";
  for (ThreadState& thread : bug.threads) {
    thread.standing = Standing::ready;
    thread.waits_on.clear();
    thread.why.clear();
  }
  bug.cycle.clear();
  bug.steps = {step(1, 1, 5, "total = 1;"), step(2, 2, 6, "total = 2;")};
  bug.schedule = "1 2";
  bug.other_steps = {step(1, 2, 6, "total = 2;"), step(2, 1, 5, "total = 1;")};
  bug.other_schedule = "2 1";
  bug.differences = {{"total", "2", "1"}, {"accounts[1].balance", "-5", "17"}};
  return report;
}

}  // namespace

TEST_CASE("a deadlock as text") {
  matches_golden(render_text(deadlock_report(), {}), "deadlock.txt");
}

TEST_CASE("a deadlock as text, in colour and narrow") {
  TextStyle style;
  style.color = true;
  style.width = 70;
  matches_golden(render_text(deadlock_report(), style), "deadlock-narrow-colour.txt");
}

TEST_CASE("an order race as text") {
  matches_golden(render_text(order_race_report(), {}), "order-race.txt");
}

TEST_CASE("a memory error is shown with the history of its block") {
  matches_golden(render_text(memory_report(), {}), "memory.txt");
  matches_golden(render_json(memory_report()), "memory.json");
}

TEST_CASE("more waiting threads than the screen has room for") {
  Report report = deadlock_report();
  Bug& bug = report.bugs[0];
  for (unsigned i = 3; i < 20; i++)
    bug.threads.push_back(waiting(i, "late", 40, "rent.join();", "thread 1 to end"));
  std::string few = render_bug(report, bug, {});
  CHECK(few.find("  … 9 more threads wait (-v shows them)\n  cycle: 1 waits") != few.npos);
  TextStyle all;
  all.verbose = true;
  CHECK(render_bug(report, bug, all).find("more threads wait") == std::string::npos);
}

TEST_CASE("more threads than columns become a list") {
  Report report = deadlock_report();
  Bug& bug = report.bugs[0];
  bug.threads.clear();
  for (unsigned i = 0; i < 12; i++) {
    bug.steps.push_back(step(8 + i, 3 + i, 30, "work(i);", {"ends"}));
    ThreadState thread;
    thread.id = 3 + i;
    thread.name = "worker";
    bug.threads.push_back(thread);
  }
  matches_golden(render_bug(report, bug, {}), "many-threads.txt");
}

TEST_CASE("a long schedule is folded to the screen") {
  Report report = deadlock_report();
  Bug& bug = report.bugs[0];
  std::vector<Step> steps;
  for (unsigned i = 1; i <= 400; i++)
    steps.push_back(
        step(i, i / 10 % 2, 10 + i % 7, "x += 1;",
             i % 5 == 0 ? std::vector<std::string>{"locks m"} : std::vector<std::string>{}));
  bug.steps = steps;
  bug.threads.clear();
  TextStyle style;
  style.height = 20;
  std::string text = render_schedule(bug.steps, bug.threads, style);
  matches_golden(text, "folded.txt");
  CHECK(std::count(text.begin(), text.end(), '\n') <= 24);
  style.verbose = true;
  std::string whole = render_schedule(bug.steps, bug.threads, style);
  CHECK(std::count(whole.begin(), whole.end(), '\n') > 100);
}

TEST_CASE("verdict lines") {
  Report report;
  report.program = "./prog";
  report.stats.executions = 118;
  report.stats.states = 4212;
  report.stats.threads = 3;
  report.stats.seconds = 0.8;
  CHECK(render_verdict(report) ==
        "omc: no bugs: all 4,212 states of 3 threads explored (118 executions, 0.8 s)\n");
  report.bound = "at most 2 preemptions";
  CHECK(render_verdict(report) ==
        "omc: no bugs with at most 2 preemptions: all 4,212 states of 3 threads explored (118 "
        "executions, 0.8 s)\n");
  report.verdict = Verdict::incomplete;
  report.reason = "time limit";
  report.stats.states = 1204331;
  CHECK(render_verdict(report) == "omc: INCOMPLETE: time limit; 1,204,331 states, no bug so far\n");
  report.verdict = Verdict::vacuous;
  report.reason = "./prog started 1 thread";
  CHECK(render_verdict(report) == "omc: NOTHING CHECKED: ./prog started 1 thread\n");
  report.verdict = Verdict::bug;
  report.reason.clear();
  report.bugs.resize(3);
  report.bugs[0].kind = report.bugs[2].kind = "deadlock";
  report.bugs[1].kind = "assert";
  report.stats.executions = 1;
  CHECK(render_verdict(report) == "omc: 3 bugs: 2 deadlock, assert (1 execution, 0.8 s)\n");
}

TEST_CASE("outcomes are counted, and shown when asked for") {
  Report report;
  report.complete = true;
  report.outcome_count = 2;
  report.outcomes = {{"ab\n12\n", "", 0, 0, 4, "0*2 1*2"},
                     {"12ab\n", "oops\n", 3, 0, 1, "1*2 0*2"}};
  TextStyle style;
  CHECK(render_text(report, style).find("omc: 2 distinct outcomes (-v shows each)\n") == 0);
  style.verbose = true;
  std::string text = render_text(report, style);
  CHECK(text.find("outcome 1 of 2: exit 0, 4 executions, schedule 0*2 1*2\n  | ab\n  | 12\n") == 0);
  CHECK(text.find("outcome 2 of 2: exit 3, 1 execution, schedule 1*2 0*2\n  | 12ab\n  ! oops\n") !=
        std::string::npos);
}

TEST_CASE("run.json") {
  matches_golden(render_json(deadlock_report()), "deadlock.json");
  matches_golden(render_json(order_race_report()), "order-race.json");
}

// COVERS: driver/render/read_json driver/render/json driver/render/text
TEST_CASE("run.json holds the whole report") {
  for (const Report& report : {deadlock_report(), order_race_report(), memory_report()}) {
    std::string json = render_json(report);
    llvm::Expected<Report> again = read_json(json, "run.json");
    REQUIRE(static_cast<bool>(again));
    CHECK(render_json(*again) == json);
    CHECK(render_text(*again, {}) == render_text(report, {}));
  }
}

// COVERS: driver/render/read_json
TEST_CASE("what is no run.json is refused with the place of the mistake") {
  std::string json = render_json(deadlock_report());
  auto message_for = [](const std::string& text) {
    llvm::Expected<Report> report = read_json(text, "x.json");
    return report ? std::string() : llvm::toString(report.takeError());
  };
  auto with = [&](const char* from, const char* to) {
    std::string text = json;
    size_t at = text.find(from);
    REQUIRE(at != text.npos);
    return text.replace(at, strlen(from), to);
  };
  CHECK(message_for(json) == "");
  CHECK(message_for("{").find("x.json is not JSON") == 0);
  CHECK(message_for("{}") == "x.json is not a run.json of omc");
  CHECK(message_for(with("\"blocked\"", "\"gone\""))
            .find("expected ready, blocked or ended at run.bugs[0].threads[0].status") !=
        std::string::npos);
  CHECK(message_for(with("\"verdict\": \"bug\"", "\"verdict\": \"bugs\"")).find("run.verdict") !=
        std::string::npos);
}

// COVERS: driver/render/sarif driver/render/junit driver/render/github driver/render/gitlab
// driver/render/perfetto driver/render/dot
TEST_CASE("a deadlock for other tools") {
  Report report = deadlock_report();
  report.directory = report.root = "/home/me/bank";
  matches_golden(render_sarif(report), "deadlock.sarif");
  matches_golden(render_junit(report), "deadlock.junit.xml");
  matches_golden(render_github(report), "deadlock.github.txt");
  matches_golden(render_gitlab(report), "deadlock.gitlab.json");
  matches_golden(render_perfetto(report), "deadlock.perfetto.json");
  matches_golden(render_dot(report), "deadlock.dot");
}

// COVERS: driver/render/results
TEST_CASE("paths below the root of the sources") {
  Report run;
  run.root = "/home/me/bank";
  run.directory = "/home/me/bank/build";
  CHECK(path_below_root(run, "../src/a.cpp") == "src/a.cpp");
  CHECK(path_below_root(run, "/home/me/bank/src/a.cpp") == "src/a.cpp");
  CHECK(path_below_root(run, "/home/me/banks/a.cpp") == "/home/me/banks/a.cpp");
  CHECK(uri_below_root(run, "../a b#.cpp") == "a%20b%23.cpp");
  CHECK(uri_below_root(run, "/usr/include/c++/12/mutex") == "file:///usr/include/c++/12/mutex");
  CHECK(root_uri(run) == "file:///home/me/bank/");
  CHECK(xml_escaped("a<b & \"c\"\x01\xff") == "a&lt;b &amp; &quot;c&quot;\xef\xbf\xbd\xef\xbf\xbd");
}

// COVERS: driver/render/results
TEST_CASE("every kind of bug has a description, and a bug keeps its fingerprint when lines move") {
  llvm::SmallVector<llvm::StringRef, 16> kinds;
  llvm::StringRef(bug_kind_list).split(kinds, '|');
  for (llvm::StringRef kind : kinds) CHECK(kind_description(kind.str()) != kind);
  Report report = deadlock_report(), moved = report, renamed = report;
  moved.bugs[0].place.line += 7;
  renamed.bugs[0].place.function = "pay";
  std::string before = fingerprint({&report, &report.bugs[0]});
  CHECK(before.size() == 32);
  CHECK(fingerprint({&moved, &moved.bugs[0]}) == before);
  CHECK(fingerprint({&renamed, &renamed.bugs[0]}) != before);
}

TEST_CASE("run.json stays JSON whatever the program prints") {
  Report report;
  report.outcomes = {{"\xff\xfe\x01\"", "", 0, 0, 1, ""}};
  auto value = llvm::json::parse(render_json(report));
  REQUIRE(static_cast<bool>(value));
  CHECK(value->getAsObject()->getArray("outcomes")->size() == 1);
}

TEST_CASE("numbers with commas") {
  CHECK(with_commas(0) == "0");
  CHECK(with_commas(999) == "999");
  CHECK(with_commas(1000) == "1,000");
  CHECK(with_commas(1204331) == "1,204,331");
}

namespace {

// Runs of small programs, one for each kind of bug, as omc check wrote them.
Report report_of_kind(const std::string& kind) {
  std::ifstream in(golden_folder() / "kinds" / (kind + ".json"));
  REQUIRE(in.good());
  std::stringstream text;
  text << in.rdbuf();
  auto report = read_json(text.str(), kind);
  REQUIRE(static_cast<bool>(report));
  return *report;
}

unsigned widest_line(const std::string& text) {
  unsigned widest = 0;
  std::stringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    widest = std::max(widest, static_cast<unsigned>(llvm::sys::unicode::columnWidthUTF8(line)));
  return widest;
}

}  // namespace

TEST_CASE("each kind of bug as text, at 80 and 120 columns") {
  for (unsigned kind = 0; kind < static_cast<unsigned>(BugKind::count); kind++) {
    std::string name = bug_kind_names[kind];
    INFO(name);
    Report report = report_of_kind(name);
    REQUIRE(report.bugs.size() == 1);
    CHECK(report.bugs[0].kind == name);
    for (unsigned width : {80u, 120u}) {
      TextStyle style;
      style.width = width;
      matches_golden(render_text(report, style), "kinds/" + name + "." + std::to_string(width));
      const Bug& bug = report.bugs[0];
      CHECK(widest_line(render_schedule(bug.steps, bug.threads, style)) <= width);
    }
  }
}

TEST_CASE("a report of each kind is the same after it was written and read") {
  for (const char* kind : bug_kind_names) {
    Report report = report_of_kind(kind);
    auto again = read_json(render_json(report), kind);
    REQUIRE(static_cast<bool>(again));
    CHECK(render_text(*again, {}) == render_text(report, {}));
    CHECK(render_json(*again) == render_json(report));
  }
}
