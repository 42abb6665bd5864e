// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json/placing.h"

#include <algorithm>
#include <tuple>

#include "core/io/json/positions.h"

namespace apportion::json {

void place(std::string_view text, const std::optional<Stop>& stop, const std::string& file,
           Problems& problems) {
    if (stop && stop->offset)
        for (auto& problem : problems)
            if (problem.message.code == stop->code) {
                const auto position = positionAt(text, *stop->offset);
                problem.line = position.line;
                problem.column = position.column;
            }
    locate(text, stop && stop->offset ? *stop->offset : text.size(), problems);
    for (auto& problem : problems)
        problem.file = file;
    // What has no place comes last.
    std::stable_sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) {
        return std::tuple(a.line == 0, a.line, a.column) <
               std::tuple(b.line == 0, b.line, b.column);
    });
}

}  // namespace apportion::json
