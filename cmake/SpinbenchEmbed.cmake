# Puts data files into the binary, so that it needs no files beside it.
set(embedded_files ${CMAKE_CURRENT_SOURCE_DIR}/results/published/published.json)
set(embedded_source ${CMAKE_BINARY_DIR}/generated/embedded.cpp)
add_custom_command(
  OUTPUT ${embedded_source}
  COMMAND ${CMAKE_COMMAND} -DINPUT=${embedded_files} -DOUTPUT=${embedded_source}
          -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/embed.cmake
  DEPENDS ${embedded_files} ${CMAKE_CURRENT_SOURCE_DIR}/cmake/embed.cmake
  VERBATIM)
add_library(spinbench_embedded STATIC ${embedded_source})
target_include_directories(spinbench_embedded PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(spinbench_embedded PRIVATE spinbench_options)
