# Tells CMake how to compile the solver HiGHS for `highs-sys`, which has no option for this.

# The compiler that Cargo's build scripts take; HiGHS itself would look for clang first.
if(NOT DEFINED ENV{CC})
  set(CMAKE_C_COMPILER cc)
endif()
if(NOT DEFINED ENV{CXX})
  set(CMAKE_CXX_COMPILER c++)
endif()

# Compile eight sources as one, as HiGHS itself does on macOS: headers take most of the time of each source.
set(CMAKE_UNITY_BUILD ON)
set(CMAKE_UNITY_BUILD_BATCH_SIZE 8)

# Optimise for speed of the build, except where Cargo builds an optimised program.
if("$ENV{PROFILE}" STREQUAL "debug")
  set(CMAKE_C_FLAGS_RELEASE "-O1 -DNDEBUG" CACHE STRING "flags of an unoptimised build")
  set(CMAKE_CXX_FLAGS_RELEASE "-O1 -DNDEBUG" CACHE STRING "flags of an unoptimised build")
endif()
