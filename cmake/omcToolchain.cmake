# A whole project through omc, its configure step included:
#   cmake -B b -DCMAKE_TOOLCHAIN_FILE=$(omc --print-toolchain)
find_program(omc_cc omc-cc PATHS
  ${CMAKE_CURRENT_LIST_DIR}/../../../bin ${CMAKE_CURRENT_LIST_DIR}/../../../../bin NO_DEFAULT_PATH NO_CACHE REQUIRED)
get_filename_component(omc_cc ${omc_cc} ABSOLUTE)
set(CMAKE_C_COMPILER ${omc_cc})
string(REGEX REPLACE "omc-cc$" "omc-c++" CMAKE_CXX_COMPILER ${omc_cc})
unset(omc_cc)
# With this the project's own find_package(omc) finds the omc that compiles it.
set(omc_DIR ${CMAKE_CURRENT_LIST_DIR})
