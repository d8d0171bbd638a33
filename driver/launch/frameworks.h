// Test programs of GoogleTest, Catch2, doctest and Boost.Test: which framework one is made with,
// its cases, and the arguments that run one of them alone.
#pragma once

#include <string>
#include <vector>

#include "launch/command.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace omc::driver {

struct TestCase {
  std::string name;
  Words arguments;      // that run it alone
  std::string skipped;  // why it is not explored: "death test", "disabled"; may be empty
};

struct TestSuite {
  std::string framework;  // "GoogleTest"
  std::vector<TestCase> cases;
};

// Runs the program, dormant, with the list option of its framework.
llvm::Expected<TestSuite> list_test_cases(const std::string& program, const std::string& name);

// The cases in what a program prints for the list option of a framework.
std::vector<TestCase> read_google_list(llvm::StringRef text);
std::vector<TestCase> read_catch_list(llvm::StringRef text);
std::vector<TestCase> read_doctest_list(llvm::StringRef text);
std::vector<TestCase> read_boost_list(llvm::StringRef text);

// The cases that a filter chooses: those whose name it is, or else those that it matches with * and
// ?, or else those whose name contains it. No filter chooses all.
std::vector<TestCase> select_cases(const std::vector<TestCase>& cases, const Words& filters);

}  // namespace omc::driver
