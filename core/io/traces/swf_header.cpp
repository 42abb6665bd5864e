// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/swf_header.h"

#include <algorithm>

#include "core/io/traces/csv_line.h"
#include "core/io/traces/field_values.h"
#include "core/io/traces/job_table.h"

namespace apportion {

namespace {

constexpr std::int64_t kMostUnixSeconds = std::int64_t{1} << 34;  // year 2514

}  // namespace

void SwfHeader::read(std::string_view comment, int line) {
    LineSplitter splitter;
    const std::size_t skipped =
        std::min<std::size_t>(comment.find_first_not_of("; \t"), comment.size());
    comment.remove_prefix(skipped);
    const std::vector<CsvField>& words = splitter.words(comment);
    const std::string_view key = words.empty() ? std::string_view() : words[0].text;
    if (key == "Computer:" && words.size() > 1 && computer_.empty()) {
        // Up to the end of the line: blanks within it belong to it.
        const std::size_t begin = static_cast<std::size_t>(words[1].column) - 1;
        const CsvField& last = words.back();
        const std::size_t end = static_cast<std::size_t>(last.column) - 1 + last.text.size();
        computer_ = comment.substr(begin, end - begin);
    } else if (key == "UnixStartTime:") {
        const CsvField value = words.size() > 1 ? words[1] : CsvField{};
        const auto start = countValue(value.text);
        if (!start || *start > kMostUnixSeconds)
            odd_.push_back({line,
                            value.text.empty() ? 1 : static_cast<int>(skipped) + value.column,
                            {"swf-bad-start",
                             {{"column", Value::ofText("UnixStartTime")},
                              {"value", Value::ofText(shownValue(value.text))}}}});
        else if (unixStart_ == 0)
            unixStart_ = *start * kSecond;
        else if (unixStart_ != *start * kSecond)  // as where logs were put one behind the other
            odd_.push_back({line,
                            static_cast<int>(skipped) + value.column,
                            {"swf-start-again",
                             {{"column", Value::ofText("UnixStartTime")},
                              {"value", Value::ofText(shownValue(value.text))},
                              {"first", Value::ofCount(unixStart_ / kSecond)}}}});
    } else if ((key == "Queue:" || key == "Partition:") && words.size() > 2) {
        // "Queue: 3 batch a description": the first word is the name.
        if (!countValue(words[1].text))
            return;
        const std::string column(key.substr(0, key.size() - 1));
        const int at = static_cast<int>(skipped) + words[2].column;
        if (!isTraceName(words[2].text)) {
            odd_.push_back({line,
                            at,
                            {"swf-bad-name",
                             {{"column", Value::ofText(column)},
                              {"value", Value::ofText(shownValue(words[2].text))},
                              {"number", Value::ofText(std::string(words[1].text))}}}});
            return;
        }
        Names& names = key == "Queue:" ? queues_ : partitions_;
        const auto [known, fresh] =
            names.emplace(std::string(words[1].text), std::string(words[2].text));
        if (!fresh && known->second != words[2].text)
            odd_.push_back({line,
                            at,
                            {"swf-name-again",
                             {{"column", Value::ofText(column)},
                              {"value", Value::ofText(shownValue(words[2].text))},
                              {"number", Value::ofText(std::string(words[1].text))},
                              {"first", Value::ofText(known->second)}}}});
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
