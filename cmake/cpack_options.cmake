# Read by cpack once for each kind of package.
if(CPACK_GENERATOR STREQUAL "DEB")
  # Debian has the libraries in packages, which the .deb names.
  list(GET CPACK_INSTALL_CMAKE_PROJECTS 0 build_folder)
  set(CPACK_INSTALL_CMAKE_PROJECTS "${build_folder};spinbench;program;/")
else()
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
endif()
