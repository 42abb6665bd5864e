// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a table that something is told of: how many of each kind, and the first.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/message.h"
#include "core/model/trace.h"

namespace apportion {

class RowCounts {
public:
    // `value` is what the code tells of the row, if it does. Row 0 is not taken back.
    void add(std::string_view code, int line, std::optional<std::string_view> value,
             std::uint32_t row);
    // Of rows that were counted, in their order, and are left out all the same.
    void takeBack(std::span<const std::uint32_t> rows, const Trace& trace);
    // By kind, in the order of the first of each.
    std::vector<Message> told() const;

private:
    struct Count {
        std::string_view code;
        std::int64_t rows = 0;
        int firstLine = 0;
        std::optional<std::string> firstValue = {};
        // Where rows may be taken back: all of them, and their values.
        std::vector<std::uint32_t> all = {};
        std::vector<std::string> values = {};
    };
    std::vector<Count> counts_;
};

}  // namespace apportion
