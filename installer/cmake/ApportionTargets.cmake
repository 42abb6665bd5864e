# What every target of the project shares: standard, warnings, sanitizers, one include root, and
# apportion_library(), which makes a static library of all sources of a folder.

include_guard(GLOBAL)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

find_program(APPORTION_CCACHE ccache)
if(APPORTION_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${APPORTION_CCACHE})
endif()
find_program(APPORTION_MOLD mold)
if(APPORTION_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
                    -Woverloaded-virtual)
if(APPORTION_WERROR)
  add_compile_options(-Werror)
endif()
if(APPORTION_SANITIZE)
  add_compile_options(-fsanitize=${APPORTION_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${APPORTION_SANITIZE})
endif()

include_directories(${PROJECT_SOURCE_DIR})

# apportion_library(NAME [PUBLIC lib ...] [PRIVATE lib ...])
# A static library apportion_NAME of every source below the calling folder. Folders that have a
# CMakeLists.txt of their own are left to it.
function(apportion_library name)
  cmake_parse_arguments(arg "" "" "PUBLIC;PRIVATE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp *.h)
  add_library(apportion_${name} STATIC ${sources})
  target_link_libraries(apportion_${name} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
endfunction()
