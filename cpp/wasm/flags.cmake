# Flags of every file of the module. Browsers since 2023 have vectors (-msimd128) and exceptions of WebAssembly.
option(BABIECA_WASM_THREADS "Build the module with threads, for hosts that send isolation headers" OFF)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
set(BABIECA_WASM_FLAGS -fwasm-exceptions)
if(BABIECA_WASM_THREADS)  # with threads, the exceptions of WebAssembly abort in Emscripten 3.1.6; those of JavaScript work
  set(BABIECA_WASM_FLAGS -fexceptions -pthread)
endif()
add_compile_options(${BABIECA_WASM_FLAGS} -msimd128 -include ${CMAKE_CURRENT_LIST_DIR}/shims.hpp)
add_link_options(${BABIECA_WASM_FLAGS} -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB)
# Test cases that need files or threads.
set(BABIECA_CASES_OF_SYSTEMS "resumed|saves_when|threads_agree|strides_are_rerun|uses_of_edges|memory_is_kept|blocks_agree_with_states|missing_layers")
