// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that cannot be read and were left out because the user wants that: how many of each kind,
// and where the first of them are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/message.h"

namespace apportion {

class SkippedRows {
public:
    // A row in `line`, for what would be its refusal; `column` is empty if it is none of one value.
    void add(int line, std::string_view column, const Message& refusal);
    std::vector<Message> told() const;

private:
    struct Kind {
        std::string code;
        std::string column, value;  // the value of the first row
        std::int64_t rows = 0;
        std::vector<std::string> lines;
    };
    std::vector<Kind> kinds_;
};

}  // namespace apportion
