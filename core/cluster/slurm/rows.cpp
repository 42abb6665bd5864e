// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/rows.h"

#include <random>

namespace apportion::slurm {

std::string columns(std::initializer_list<const char*> names, const std::string& mark) {
    std::string text;
    for (const char* name : names) {
        const bool last = name == *(names.end() - 1);
        text.append(name).append(last ? ":0" + mark : ":0|,");
    }
    return text;
}

std::string freshMark() {
    std::random_device random;
    return "~" + std::to_string(random()) + std::to_string(random()) + "~";
}

std::vector<std::string_view> rows(std::string_view text, std::string_view mark) {
    std::vector<std::string_view> found;
    while (!text.empty()) {
        const auto end = text.find(mark);
        if (end == std::string_view::npos)
            break;
        found.push_back(text.substr(0, end));
        text.remove_prefix(end + mark.size());
        if (text.starts_with('\n'))
            text.remove_prefix(1);
    }
    return found;
}

std::optional<std::vector<std::string_view>> cells(std::string_view row, std::size_t count) {
    std::vector<std::string_view> found;
    found.reserve(count);
    while (found.size() + 1 < count) {
        const auto end = row.find('|');
        if (end == std::string_view::npos)
            return {};
        found.push_back(row.substr(0, end));
        row.remove_prefix(end + 1);
    }
    found.push_back(row);
    return found;
}

}  // namespace apportion::slurm
