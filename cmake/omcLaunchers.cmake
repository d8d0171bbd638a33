# A whole project through omc, its configure step left as it is:
#   cmake -B b -DCMAKE_PROJECT_TOP_LEVEL_INCLUDES=$(omc --print-cmake)
# CMake tries the compiler itself, without launchers; everything that it then builds is compiled and linked by omc.
find_program(omc_launcher omc PATHS
  ${CMAKE_CURRENT_LIST_DIR}/../../../bin ${CMAKE_CURRENT_LIST_DIR}/../../../../bin NO_DEFAULT_PATH NO_CACHE REQUIRED)
get_filename_component(omc_launcher ${omc_launcher} ABSOLUTE)
foreach(omc_language C CXX)
  foreach(omc_step COMPILER LINKER)
    # Another launcher, most often a cache, stays behind omc, which knows what to make of it.
    set(omc_variable CMAKE_${omc_language}_${omc_step}_LAUNCHER)
    if(NOT ${omc_variable} AND DEFINED ENV{${omc_variable}})
      set(${omc_variable} $ENV{${omc_variable}})
    endif()
    list(PREPEND ${omc_variable} ${omc_launcher} cc)
  endforeach()
endforeach()
unset(omc_launcher)
# With this the project's own find_package(omc) finds the omc that compiles it.
set(omc_DIR ${CMAKE_CURRENT_LIST_DIR})
