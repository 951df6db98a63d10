# What `cmake --install` puts where, and the packages that `cpack` makes of it: a .deb that names the system's packages, and
# a .tar.gz that brings the libraries that a bare system lacks.
include(GNUInstallDirs)
set(bundled_libraries ${CMAKE_INSTALL_LIBDIR}/spinbench)
file(RELATIVE_PATH to_libraries /${CMAKE_INSTALL_BINDIR} /${bundled_libraries})
set_target_properties(spinbench_bin PROPERTIES INSTALL_RPATH "$ORIGIN/${to_libraries}")
install(TARGETS spinbench_bin RUNTIME_DEPENDENCY_SET spinbench_libraries COMPONENT program)
if(SPINBENCH_HAVE_MPI)
  # MPI itself is the system's: what a launcher belongs to is not brought along. A .deb names what its files need, so it has none.
  install(TARGETS spinbench_mpi LIBRARY DESTINATION ${bundled_libraries} COMPONENT libraries)
endif()
# Those that every system has, or that belong to a driver or to ROCm, are the system's own.
install(RUNTIME_DEPENDENCY_SET spinbench_libraries
        PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|gcc_s|stdc\\+\\+|gomp)\\.so" "^libcuda\\.so" "^libnvidia"
                            "^lib(amd|hsa|roc|hip|MIO)"
        LIBRARY DESTINATION ${bundled_libraries} COMPONENT libraries)

set(data ${CMAKE_INSTALL_DATADIR}/spinbench)
install(DIRECTORY results/schema results/published results/procurement DESTINATION ${data} COMPONENT program)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT program)

# The program writes its man page and completions from its own tables. One that cannot start here, since it needs a
# driver, is installed without them.
find_program(SPINBENCH_GZIP gzip)
mark_as_advanced(SPINBENCH_GZIP)
configure_file(cmake/install_help.cmake.in ${CMAKE_BINARY_DIR}/install_help.cmake.in @ONLY)
file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/install_help.cmake INPUT ${CMAKE_BINARY_DIR}/install_help.cmake.in)
install(SCRIPT ${CMAKE_BINARY_DIR}/install_help.cmake COMPONENT program)

set(CPACK_PACKAGE_NAME spinbench)
set(CPACK_PACKAGE_VENDOR "the spinbench authors")
set(CPACK_PACKAGE_CONTACT "the spinbench authors <spinbench@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Benchmarks of Monte Carlo simulations of spin models")
set(CPACK_PACKAGE_DESCRIPTION "It times the kernels of published papers on CPUs and GPUs, in every variant that they describe,
verifies each case in the same process before it is timed, and says how far a result is from the machine's measured limit.")
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_SOURCE_DIR}/cmake/cpack_options.cmake)
include(CPack)
