# Fails if an object file defines a symbol for the linker other than its own: a copy of an inline
# function, compiled for instructions that not every processor has, could be taken for all.
#
#     cmake -D NM=nm -D NAME=avx2 -D OBJECT=execution_loops.cpp.o -P own_symbols.cmake
execute_process(COMMAND ${NM} --defined-only --extern-only ${OBJECT}
                OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" lines "${symbols}")
list(LENGTH lines count)
if(NOT count EQUAL 1 OR NOT lines MATCHES "loops.*${NAME}")
  message(FATAL_ERROR "${OBJECT} should define the loops named ${NAME} and nothing else:\n${symbols}")
endif()
