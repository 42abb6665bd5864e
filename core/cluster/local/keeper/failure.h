// SPDX-License-Identifier: GPL-3.0-or-later
// Internal to keeper: what the system refused, as a Problem.
#pragma once

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "core/model/problem.h"

namespace apportion::keeper {

inline tl::unexpected<Problems> fail(std::string code, const std::string& name,
                                     std::string detail) {
    Problem problem;
    problem.file = name;
    problem.message = {
        std::move(code),
        {{"name", Value::ofText(name)}, {"detail", Value::ofText(std::move(detail))}}};
    return tl::unexpected(Problems{std::move(problem)});
}

// With what errno says.
inline tl::unexpected<Problems> failBySystem(std::string code, const std::string& name) {
    return fail(std::move(code), name, std::generic_category().message(errno));
}

}  // namespace apportion::keeper
