# Runs after a test program was built, for omc_discover_tests: asks omc for its cases and writes a ctest for each to
# the file `tests`. Names may hold what CMake gives a meaning to.
execute_process(COMMAND ${omc} test --list ${program} ${filter}
  OUTPUT_VARIABLE names ERROR_VARIABLE problem RESULT_VARIABLE result)
if(result)
  message(FATAL_ERROR "omc_discover_tests(${target}): ${problem}")
endif()

# In a list, these would split or join elements.
string(REPLACE "\\" "<backslash>" names "${names}")
string(REPLACE ";" "<semicolon>" names "${names}")
string(REPLACE "[" "<open>" names "${names}")
string(REPLACE "]" "<close>" names "${names}")
string(STRIP "${names}" names)
string(REPLACE "\n" ";" names "${names}")

set(words)
foreach(option IN LISTS options)
  string(APPEND words " [==[${option}]==]")
endforeach()
set(own)
foreach(argument IN LISTS arguments)
  string(APPEND own " [==[${argument}]==]")
endforeach()
set(text)
foreach(name IN LISTS names)
  string(REPLACE "<open>" "[" name "${name}")
  string(REPLACE "<close>" "]" name "${name}")
  string(REPLACE "<semicolon>" ";" name "${name}")
  string(REPLACE "<backslash>" "\\" name "${name}")
  string(MAKE_C_IDENTIFIER "${name}" folder)
  set(test "[==[omc.${target}.${name}]==]")
  string(APPEND text "add_test(${test} [==[${omc}]==] test --jobs 1 -o [==[${runs}/${target}/${folder}]==]"
    "${words} [==[${program}]==] [==[${name}]==] --${own})\n"
    "set_tests_properties(${test} PROPERTIES SKIP_RETURN_CODE 4)\n")
endforeach()
file(WRITE ${tests} "${text}")
