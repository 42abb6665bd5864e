// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/io/json/stream.h"
#include "core/model/problem.h"

namespace apportion::json {

// Gives problems their file, line and column and puts them in order of place; what has no place
// comes last. `stop` is what stream() gave for the same text.
void place(std::string_view text, const std::optional<Stop>& stop, const std::string& file,
           Problems& problems);

}  // namespace apportion::json
