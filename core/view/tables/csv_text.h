// SPDX-License-Identifier: GPL-3.0-or-later
// A table for programs as CSV (RFC 4180): one head, texts as they are but for what a spreadsheet
// would run, numbers without units.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/csv_cell.h"

namespace apportion {

class CsvText {
public:
    explicit CsvText(const std::vector<CsvCell>& heads) { add(heads); }

    void add(const std::vector<CsvCell>& fields);
    const std::string& text() const { return text_; }

private:
    std::string text_;
};

// Several names in one field: "a; b".
std::string csvList(const std::vector<std::string>& names);

}  // namespace apportion
