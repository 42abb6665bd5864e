// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/row_counts.h"

#include <algorithm>
#include <utility>

#include "core/io/traces/table.h"

namespace apportion {

void RowCounts::add(std::string_view code, int line, std::optional<std::string_view> value,
                    std::uint32_t row) {
    auto entry = std::find_if(counts_.begin(), counts_.end(),
                              [&](const Count& known) { return known.code == code; });
    if (entry == counts_.end()) {
        entry = counts_.insert(counts_.end(), {code, 0, line});
        if (value)
            entry->firstValue = shownValue(*value);
    }
    ++entry->rows;
    if (row == 0)
        return;
    entry->all.push_back(row);
    if (value)
        entry->values.push_back(shownValue(*value));
}

void RowCounts::takeBack(std::span<const std::uint32_t> rows, const Trace& trace) {
    for (Count& entry : counts_) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < entry.all.size(); ++i) {
            if (std::binary_search(rows.begin(), rows.end(), entry.all[i]))
                continue;
            entry.all[kept] = entry.all[i];
            if (!entry.values.empty())
                std::swap(entry.values[kept], entry.values[i]);
            ++kept;
        }
        entry.all.resize(kept);
        entry.rows = static_cast<std::int64_t>(kept);
        if (kept == 0)
            continue;
        entry.firstLine = trace.lineOf(entry.all.front());
        if (entry.firstValue)
            entry.firstValue = entry.values.front();
    }
    std::erase_if(counts_, [](const Count& entry) { return entry.rows == 0; });
}

std::vector<Message> RowCounts::told() const {
    std::vector<Message> messages;
    messages.reserve(counts_.size());
    for (const Count& entry : counts_) {
        messages.push_back(
            {std::string(entry.code),
             {{"count", Value::ofCount(entry.rows)}, {"line", Value::ofCount(entry.firstLine)}}});
        if (entry.firstValue)
            messages.back().arguments.push_back({"value", Value::ofText(*entry.firstValue)});
    }
    return messages;
}

}  // namespace apportion
