// SPDX-License-Identifier: GPL-3.0-or-later
// What SQLite throws, as a problem a person can act on.
#pragma once

#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <SQLiteCpp/Exception.h>

#include "core/model/problem.h"

namespace apportion::store {

Problem failureOf(const SQLite::Exception& failure, const std::string& file);
// Of a file that may not be written to: it, or what stands beside it.
Problem writingRefused(const std::string& file);
// What the system calls `number` (errno).
Problem failureOf(int number, const std::string& file);
// What it says, without the library's name of it.
std::string detailOf(const std::exception& failure);
// A file whose parts contradict each other.
Problem contradiction(const std::exception& failure, const std::string& file);
// project-foreign-link where another user's link leads to the path.
std::optional<Problem> foreignLink(const std::string& path);

Problem projectProblem(std::string_view code, const std::string& file,
                       std::vector<Argument> arguments = {});

// What `work` gives (a Result), or the problem of what it threw.
template <typename Work>
auto guarded(const std::string& file, Work&& work) -> decltype(work()) {
    try {
        return work();
    } catch (const SQLite::Exception& failure) {
        return tl::unexpected(Problems{failureOf(failure, file)});
    } catch (const std::logic_error& failure) {
        return tl::unexpected(Problems{contradiction(failure, file)});
    }
}

}  // namespace apportion::store
