// The parts of a program that were compiled without omc-cc: objects and libraries. Their memory is
// part of the state, but their accesses are unknown, so races in them cannot be detected.
#pragma once

#include <string>
#include <vector>

#include "run/run.h"

namespace omc::driver {

// The sources or objects of an ELF file without instrumentation, by its symbol table.
std::vector<std::string> uninstrumented_objects(const std::string& file);

// Whether an object would leave no name in a linked file, as most assembly does. The command that
// links it adds a symbol: this mark and the object's name.
bool is_nameless_object(const std::string& file);
constexpr const char* plain_object_mark = "omc_plain_object.";

// The libraries among these files without instrumentation, but for the standard libraries;
// "plain.c in libhalf.so" where only a part has none.
std::vector<std::string> uninstrumented_libraries(const std::vector<std::string>& files);

// The files that a run had loaded, and those that the loader would load for a program.
std::vector<std::string> loaded_files(const Run& run);
std::vector<std::string> files_to_load(const std::string& program);

// The libraries and objects of a run's program.
std::vector<std::string> uninstrumented_parts(const Run& run, const std::string& program);
// The same question before the program has run. True also for a stripped program, which does not
// show it.
bool may_have_uninstrumented_parts(const std::string& program);

}  // namespace omc::driver
