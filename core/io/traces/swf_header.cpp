// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/swf_header.h"

#include <algorithm>

#include "core/io/traces/csv_line.h"
#include "core/io/traces/field_values.h"
#include "core/io/traces/job_table.h"

namespace apportion {

void SwfHeader::read(std::string_view comment) {
    LineSplitter splitter;
    comment.remove_prefix(std::min<std::size_t>(comment.find_first_not_of(';'), comment.size()));
    const std::vector<CsvField>& words = splitter.words(comment);
    if (words.size() < 2)
        return;
    const std::string_view key = words[0].text;
    if (key == "UnixStartTime:") {
        // Later headers of a file that was put together say the same.
        if (const auto start = countValue(words[1].text); start && unixStart_ == 0)
            unixStart_ = *start <= (std::int64_t{1} << 34) ? *start * kSecond : 0;
    } else if ((key == "Queue:" || key == "Partition:") && words.size() > 2) {
        // "Queue: 3 batch a description": the first word is the name.
        if (countValue(words[1].text) && isTraceName(words[2].text))
            (key == "Queue:" ? queues_ : partitions_)
                .emplace(std::string(words[1].text), std::string(words[2].text));
    }
}

std::string SwfHeader::nameOf(const Names& names, std::string_view number) {
    const auto entry = names.find(number);
    if (entry == names.end())
        return std::string(number);
    // A first word that several share ("queue", "the") names none of them.
    const auto same = std::count_if(names.begin(), names.end(), [&](const auto& other) {
        return other.second == entry->second;
    });
    return same == 1 ? entry->second : std::string(number);
}

}  // namespace apportion
