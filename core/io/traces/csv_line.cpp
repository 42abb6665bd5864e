// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/csv_line.h"

#include <algorithm>

namespace apportion {

std::string_view CsvSplitter::unquoted(std::string_view quoted, std::size_t& used) {
    std::string text;
    bool doubled = false;
    std::size_t i = 1;
    for (; i < quoted.size(); ++i) {
        if (quoted[i] == '"') {
            if (i + 1 >= quoted.size() || quoted[i + 1] != '"')
                break;
            doubled = true;
            ++i;
        }
        text += quoted[i];
    }
    used = std::min(i + 1, quoted.size());
    if (!doubled)
        return quoted.substr(1, i - 1);
    unescaped_.push_back(std::move(text));
    return unescaped_.back();
}

const std::vector<CsvField>& CsvSplitter::split(std::string_view line, char separator) {
    fields_.clear();
    unescaped_.clear();
    // A view into a short string would move with it.
    unescaped_.reserve(static_cast<std::size_t>(std::count(line.begin(), line.end(), '"')) / 2);
    std::size_t at = 0;
    while (true) {
        const int column = static_cast<int>(at) + 1;
        if (at < line.size() && line[at] == '"') {
            std::size_t used = 0;
            const std::string_view text = unquoted(line.substr(at), used);
            fields_.push_back({text, column});
            at = std::min(line.find(separator, at + used), line.size());
        } else {
            const std::size_t end = std::min(line.find(separator, at), line.size());
            fields_.push_back({line.substr(at, end - at), column});
            at = end;
        }
        if (at >= line.size())
            return fields_;
        ++at;
    }
}

}  // namespace apportion
