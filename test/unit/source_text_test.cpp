// Statements as reports quote them, and what a locking statement locks.
#include <catch2/catch.hpp>

#include "debuginfo/source_text.h"

using namespace omc;
using namespace omc::driver;

// COVERS: driver/debuginfo/source_text

TEST_CASE("a statement ends at its semicolon") {
  CHECK(statement_at("  x = 1; y = 2;", 2) == "x = 1;");
  CHECK(statement_at("call(\"a;b\", ';');  z();", 0) == "call(\"a;b\", ';');");
  CHECK(statement_at("x = 1'000; y = 2;", 0) == "x = 1'000;");
  CHECK(statement_at("f(a, // first; second\n  b);", 0) == "f(a, b);");
  CHECK(statement_at("f(a, /* ; */ b);", 0) == "f(a, b);");
}

TEST_CASE("a lambda or a braced list belongs to its statement") {
  CHECK(statement_at("std::thread t([&] {\n    work();\n  });\n  t.join();", 0) ==
        "std::thread t([&] { work(); });");
  CHECK(statement_at("std::lock_guard g{m}; x();", 0) == "std::lock_guard g{m};");
}

TEST_CASE("a function on a line of its own ends with its body") {
  CHECK(statement_at("int f() { return x; }\nint g() { return y; }", 0) == "int f() { return x; }");
  CHECK(statement_at("int f() { return x; }\n#else\nint g();", 0) == "int f() { return x; }");
  CHECK(statement_at("auto f = [] { return x; }\n  ();", 0) == "auto f = [] { return x; } ();");
}

TEST_CASE("a branch or a loop is shown by its head") {
  CHECK(statement_at("if (x > 0) {\n  y();\n}", 0) == "if (x > 0)");
  CHECK(statement_at("if (x) y();", 0) == "if (x)");
  CHECK(statement_at("for (int i = 0; i < n; i++) f(i);", 0) == "for (int i = 0; i < n; i++)");
  CHECK(statement_at("while (queue.empty()) cv.wait(l);", 0) == "while (queue.empty())");
  CHECK(statement_at("iffy = 3;", 0) == "iffy = 3;");
}

TEST_CASE("a statement that is cut off ends with the text") {
  CHECK(statement_at("return x", 0) == "return x");
  CHECK(statement_at("}", 0).empty());
  CHECK(statement_at("abc", 99).empty());
  CHECK(statement_at("\"unfinished", 0) == "\"unfinished");
}

TEST_CASE("a file that is not there has no statements") {
  const std::string this_file = OMC_TEST_FOLDER "/unit/source_text_test.cpp";
  SourceText sources;
  CHECK(sources.statement("/no/such/file.cpp", 3, 1).empty());
  CHECK(sources.statement(this_file, 1, 0) ==
        "// Statements as reports quote them, and what a locking statement locks.");
  CHECK(sources.statement(this_file, 2, 10) ==
        "<catch2/catch.hpp> #include \"debuginfo/source_text.h\" using namespace omc;");
  CHECK(sources.statement(this_file, 100000, 1).empty());
  CHECK(sources.statement(this_file, 1, 5000).empty());
}

TEST_CASE("what a locking statement locks") {
  CHECK(locked_expression("std::lock_guard<std::mutex> l(from.m);") == "from.m");
  CHECK(locked_expression("std::unique_lock l{q->mutex, std::defer_lock};") == "q->mutex");
  CHECK(locked_expression("std::scoped_lock both(a.m, b.m);").empty());
  CHECK(locked_expression("std::scoped_lock one(a.m);") == "a.m");
  CHECK(locked_expression("pthread_mutex_lock(&forks[i]);") == "forks[i]");
  CHECK(locked_expression("pthread_mutex_lock(&(pool->lock));") == "pool->lock");
  CHECK(locked_expression("this->m.lock();") == "this->m");
  CHECK(locked_expression("node->m.lock();") == "node->m");
  CHECK(locked_expression("if (!m.try_lock())") == "m");
  CHECK(locked_expression("work();").empty());
}

TEST_CASE("what a signalling statement signals") {
  CHECK(signalled_expression("q.cv.notify_one();") == "q.cv");
  CHECK(signalled_expression("cv.wait(l, [&] { return ready; });") == "cv");
  CHECK(signalled_expression("pthread_cond_wait(&c->full, &c->m);") == "c->full");
  CHECK(signalled_expression("self->cv->notify_all();") == "self->cv");
}

TEST_CASE("an atomic is called by what stands before its operation") {
  CHECK(atomic_expression("auto i = q->read_.load(std::memory_order_relaxed);", AtomicCall::load) ==
        "q->read_");
  CHECK(atomic_expression("slots[next(i)].turn.store(1);", AtomicCall::store) == "turn");
  CHECK(atomic_expression("atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);",
                          AtomicCall::update) == "count");
  CHECK(atomic_expression("while (!head.compare_exchange_weak(old, node))", AtomicCall::load) ==
        "head");
  CHECK(atomic_expression("a.store(b.load());", AtomicCall::load) == "b");
  CHECK(atomic_expression("sum = a.load() + b.load();", AtomicCall::load).empty());
  CHECK(atomic_expression("payload(x);", AtomicCall::load).empty());
}
