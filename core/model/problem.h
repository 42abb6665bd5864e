// SPDX-License-Identifier: GPL-3.0-or-later
// Failures as values. A Problem names the place, says what is wrong and what mends it.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "core/model/message.h"

namespace apportion {

struct Problem {
    std::string file;     // as the user named it; empty where no file is concerned
    std::string pointer;  // JSON pointer, "/quotas/3/limit/gpu"; or a row's "line" for tables
    int line = 0;         // from 1; 0 = not known
    int column = 0;
    Message message;
    bool warning = false;
    friend bool operator==(const Problem&, const Problem&) = default;
};

using Problems = std::vector<Problem>;  // in order of place; never empty as an error

template <typename T>
using Result = tl::expected<T, Problems>;

}  // namespace apportion
