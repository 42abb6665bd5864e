// SPDX-License-Identifier: GPL-3.0-or-later
// One line of comma-separated values (RFC 4180; no line breaks inside quotes: no trace has them).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace apportion {

struct CsvField {
    std::string_view text;  // without quotes; valid as long as the line and the splitter
    int column = 1;         // of its first character, from 1
};

class CsvSplitter {
public:
    // The fields stay valid until the next call.
    const std::vector<CsvField>& split(std::string_view line, char separator = ',');

private:
    std::string_view unquoted(std::string_view quoted, std::size_t& used);

    std::vector<CsvField> fields_;
    std::vector<std::string> unescaped_;  // fields with doubled quotes
};

}  // namespace apportion
