# Puts data files into the binary, so that it needs no files beside it.
set(embedded_sources)
function(spinbench_embed name file)
  set(source ${CMAKE_BINARY_DIR}/generated/${name}.cpp)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${file} -DOUTPUT=${source} -DNAME=${name}
            -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${file} ${CMAKE_CURRENT_SOURCE_DIR}/cmake/embed.cmake
    VERBATIM)
  set(embedded_sources ${embedded_sources} ${source} PARENT_SCOPE)
endfunction()
spinbench_embed(embedded_published ${CMAKE_CURRENT_SOURCE_DIR}/results/published/published.json)
spinbench_embed(embedded_procurement_1 ${CMAKE_CURRENT_SOURCE_DIR}/results/procurement/procurement-1.json)
add_library(spinbench_embedded STATIC ${embedded_sources})
target_include_directories(spinbench_embedded PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(spinbench_embedded PRIVATE spinbench_options)
