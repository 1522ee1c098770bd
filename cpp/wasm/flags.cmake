# Flags of every file of the module. -fwasm-exceptions, -msimd128: browsers since 2023 have both.
option(BABIECA_WASM_THREADS "Build the module with threads, for hosts that send isolation headers" OFF)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
set(BABIECA_WASM_FLAGS -fwasm-exceptions)
if(BABIECA_WASM_THREADS)
  list(APPEND BABIECA_WASM_FLAGS -pthread)
endif()
add_compile_options(${BABIECA_WASM_FLAGS} -msimd128 -include ${CMAKE_CURRENT_LIST_DIR}/shims.hpp)
add_link_options(${BABIECA_WASM_FLAGS} -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB)
# Test cases that need files or threads.
set(BABIECA_CASES_OF_SYSTEMS "resumed|saves_when|threads_agree|probes_estimate|strides_are_rerun|uses_of_edges|memory_is_kept|blocks_agree_with_states|missing_layers")
