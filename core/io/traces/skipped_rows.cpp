// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/skipped_rows.h"

#include <algorithm>

namespace apportion {

namespace {

constexpr std::size_t kMostLines = 5;  // what a list in a message shows

std::string_view codeFor(std::string_view refusal) {
    if (refusal.starts_with("trace-field-count"))
        return "trace-skipped.width";
    if (refusal.starts_with("trace-quote"))
        return "trace-skipped.quotes";
    if (refusal.starts_with("trace-line-too-long"))
        return "trace-skipped.long";
    if (refusal == "replay-name-twice")
        return "trace-skipped.name";
    if (refusal == "replay-too-long")
        return "trace-skipped.far";
    if (refusal == "trace-ends-before-start")
        return "trace-skipped.order";
    return "trace-skipped";
}

std::string valueOf(const Message& refusal) {
    for (const Argument& argument : refusal.arguments)
        if (argument.name == "value")
            return argument.value.text;
    return {};
}

}  // namespace

void SkippedRows::add(int line, std::string_view column, const Message& refusal) {
    const std::string_view code = codeFor(refusal.code);
    auto kind = std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& other) {
        return other.code == code && other.column == column;
    });
    if (kind == kinds_.end())
        kind =
            kinds_.insert(kind, {std::string(code), std::string(column), valueOf(refusal), 0, {}});
    ++kind->rows;
    if (kind->lines.size() < kMostLines)
        kind->lines.push_back(std::to_string(line));
}

std::vector<Message> SkippedRows::told() const {
    std::vector<Message> messages;
    for (const Kind& kind : kinds_) {
        Message& message = messages.emplace_back();
        message.code = kind.code + (kind.lines.size() > 1 ? ".lines" : "");
        message.arguments = {{"count", Value::ofCount(kind.rows)},
                             {"lines", Value::ofList(kind.lines)}};
        if (kind.column.empty())
            continue;
        message.arguments.push_back({"column", Value::ofText(kind.column)});
        message.arguments.push_back({"value", Value::ofText(kind.value)});
    }
    return messages;
}

}  // namespace apportion
