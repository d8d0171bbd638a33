# What Debian wants besides an installation, done by cpack in the tree that it packs: compressed man pages and
# changelog, the licence by reference, no search path where the loader looks anyway.
file(GLOB_RECURSE omc_program ${CPACK_TEMPORARY_DIRECTORY}/usr/bin/omc)
set(omc_share ${CPACK_TEMPORARY_DIRECTORY}/usr/share)
file(RPATH_REMOVE FILE ${omc_program})
file(REMOVE ${omc_share}/doc/omc/LICENSE)
file(WRITE ${omc_share}/doc/omc/changelog
  "omc (${CPACK_PACKAGE_VERSION}) stable; urgency=medium\n\n  * Made from the sources of omc ${CPACK_PACKAGE_VERSION}.\n\n"
  " -- ${CPACK_PACKAGE_CONTACT}  Thu, 01 Jan 2026 00:00:00 +0000\n")
file(GLOB omc_pages ${omc_share}/man/man1/*.1)
execute_process(COMMAND gzip -9nf ${omc_pages} ${omc_share}/doc/omc/changelog COMMAND_ERROR_IS_FATAL ANY)
# Where a check of lintian does not apply, and why.
file(WRITE ${omc_share}/lintian/overrides/omc
  "# libomc.so belongs to the omc beside it, which refuses objects of another version; nothing else links with it.\n"
  "omc: package-name-doesnt-match-sonames\n"
  "omc: shared-library-lacks-version\n"
  "# A plugin that omc hands to Clang by its path.\n"
  "omc: sharedobject-in-library-directory-missing-soname [usr/lib/omc-versions.so]\n"
  "# Clang's tools under the names that CMake looks for beside omc-cc.\n"
  "omc: absolute-symlink-in-top-level-folder\n"
  "omc: no-manual-page [usr/bin/omc-llvm-*]\n")
