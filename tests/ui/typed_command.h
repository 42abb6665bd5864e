// SPDX-License-Identifier: GPL-3.0-or-later
// A command as a person would type it, for what happens beside the console.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/change/command.h"

namespace apportion::ui {

// Name and value of each argument; names may be repeated.
inline CommandRequest commandOf(const std::string& id,
                                const std::vector<std::pair<std::string, std::string>>& given) {
    Arguments arguments;
    for (const auto& [name, value] : given) {
        auto values = arguments.list(name);
        values.push_back(value);
        arguments.set(name, std::move(values));
    }
    return requestOf(id, std::move(arguments));
}

}  // namespace apportion::ui
