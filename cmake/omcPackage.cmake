# A Debian package of what `cmake --install` installs, made by `cpack` in the build folder. Included by the project
# itself; it is not part of the installation.
set(CPACK_PACKAGE_NAME omc)
set(CPACK_PACKAGE_VENDOR "the omc authors")
set(CPACK_PACKAGE_CONTACT "the omc authors <omc@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "model checker for multithreaded C and C++ programs")
set(CPACK_PACKAGE_DESCRIPTION
  "Explores every interleaving of the threads of a program that omc-c++ has
compiled, and reports a deadlock, data race, failed assertion or other bug
as a short schedule that can be replayed.")
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The programs that omc runs, which no library names: the compilers, and llvm-ar and llvm-ranlib.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, llvm-19")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++ | libstdc++-12-dev")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/omcDebian.cmake)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/triggers)
include(CPack)
