# SPDX-License-Identifier: GPL-3.0-or-later
# What every target of the project shares: standard, warnings, sanitizers, one include root,
# precompiled headers, and apportion_library(), which makes a static library of a folder's sources.

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
# What another folder has compiled names that folder in its debug symbols.
if(APPORTION_CCACHE AND NOT APPORTION_REPRODUCIBLE)
  # With precompiled headers ccache caches nothing unless it is told that they may be trusted; the
  # base folder lets two checkouts of the project share what was compiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${APPORTION_CCACHE})
endif()
find_program(APPORTION_MOLD mold)
if(APPORTION_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
                    -Woverloaded-virtual)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms of GCC 12 on std::string + "text" (GCC bugs 105651 and 105329).
  add_compile_options(-Wno-restrict -Wno-array-bounds -Wno-stringop-overflow)
endif()
if(APPORTION_WERROR)
  add_compile_options(-Werror)
endif()
if(APPORTION_SANITIZE)
  # Instrumented code confuses the flow analysis of GCC into false alarms.
  add_compile_options(-fsanitize=${APPORTION_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all -Wno-maybe-uninitialized)
  add_link_options(-fsanitize=${APPORTION_SANITIZE})
endif()

if(APPORTION_REPRODUCIBLE)
  # No folder of this machine stands in what is built, and what is numbered at random is numbered by the object's name.
  set(folders -ffile-prefix-map=${PROJECT_BINARY_DIR}=build -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)
  add_compile_options(${folders} -D_FORTIFY_SOURCE=2)
  # Linked as a whole, code gives false alarms that no unit alone gave.
  add_link_options(${folders} -Wl,-z,relro,-z,now,--build-id=sha1 -Wno-stringop-overflow -Wno-stringop-overread
                   -Wno-alloc-size-larger-than)
  string(REPLACE "<FLAGS>" "<FLAGS> -frandom-seed=<OBJECT>" CMAKE_CXX_COMPILE_OBJECT "${CMAKE_CXX_COMPILE_OBJECT}")
endif()

include_directories(${PROJECT_SOURCE_DIR})

# Of Qt's resources: the form that holds no times of files.
set(APPORTION_RCC --format-version 1)

# apportion_precompile(TARGET <header>...)
# Precompiles what nearly every source includes. Targets that name no header of their own share one
# precompiled header. Sources still include what they need: the headless preset precompiles nothing.
function(apportion_precompile target)
  if(NOT ARGN AND TARGET apportion_model AND NOT target STREQUAL apportion_model)
    target_precompile_headers(${target} REUSE_FROM apportion_model)
    return()
  endif()
  target_precompile_headers(${target} PRIVATE
    <algorithm> <functional> <map> <memory> <optional> <span> <string> <string_view>
    <unordered_map> <variant> <vector> ${ARGN})
endfunction()

# apportion_together(TARGET N [BY_FOLDER])
# Compiles N sources of the target at a time, as the headers and templates they share take most of the
# time; not where there are no precompiled headers, for there each source shows that it includes what it
# uses. Names of one file alone must then differ from those of its neighbours. With BY_FOLDER
# a source more changes the company of those in its folder (core/plan, app) alone.
function(apportion_together target count)
  if(CMAKE_DISABLE_PRECOMPILE_HEADERS)
    return()
  endif()
  if(NOT "BY_FOLDER" IN_LIST ARGN)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${count})
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  foreach(source IN LISTS sources)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE path)
    cmake_path(GET path PARENT_PATH folder)
    string(REGEX REPLACE "^[^/]*/([^/]*).*$" "\\1" group "${folder}")
    string(MAKE_C_IDENTIFIER "${group}" group)
    if(NOT DEFINED number_${group})
      set(number_${group} 0)
    endif()
    math(EXPR part "${number_${group}} / ${count}")
    math(EXPR number_${group} "${number_${group}} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${group}_${part}")
  endforeach()
endfunction()

# apportion_library(NAME [TOGETHER N] [PUBLIC lib ...] [PRIVATE lib ...] [PRECOMPILE <header> ...])
# A static library apportion_NAME of every source below the calling folder, N of them at a time.
function(apportion_library name)
  cmake_parse_arguments(arg "" "TOGETHER" "PUBLIC;PRIVATE;PRECOMPILE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp *.h)
  if(NOT sources MATCHES "\\.cpp")
    add_library(apportion_${name} INTERFACE)
    target_link_libraries(apportion_${name} INTERFACE ${arg_PUBLIC} ${arg_PRIVATE})
    return()
  endif()
  add_library(apportion_${name} STATIC ${sources})
  target_link_libraries(apportion_${name} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  apportion_precompile(apportion_${name} ${arg_PRECOMPILE})
  if(arg_TOGETHER)
    apportion_together(apportion_${name} ${arg_TOGETHER})
  endif()
endfunction()
