// What of a program omc does not see into: objects and libraries that were compiled without omc-cc.
// Their pages are part of the state like any other, but where they read and write is not known, so
// a race there is missed.
#pragma once

#include <string>
#include <vector>

#include "run/run.h"

namespace omc {

// The sources, or objects, of an ELF file that were compiled without instrumentation; by the file's
// symbol table.
std::vector<std::string> unseen_objects(const std::string& file);

// An object that its symbol table would not tell of once it is linked, such as most assembly: the
// command that links it adds a symbol, of this and the object's name.
bool is_nameless_object(const std::string& file);
constexpr const char* plain_object_mark = "omc_plain_object.";

// The names of the libraries among these files that have none, but for those of C and C++
// themselves; "plain.c in libhalf.so" where only a part has.
std::vector<std::string> unseen_libraries(const std::vector<std::string>& files);

// The files that a run had loaded, and those that the loader would load for a program.
std::vector<std::string> loaded_files(const Run& run);
std::vector<std::string> files_to_load(const std::string& program);

// Both, for the program of a run.
std::vector<std::string> unseen_parts(const Run& run, const std::string& program);
// The same for a program that has not run yet: true as well where that can not be told, because the
// program was stripped.
bool may_have_unseen_parts(const std::string& program);

}  // namespace omc
