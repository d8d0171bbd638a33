// Catch2's own part of a test program, which takes long to compile: without debug information.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
