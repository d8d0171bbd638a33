// Catch2's main; every other file of this folder holds test cases alone, so this one compiles
// rarely.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
