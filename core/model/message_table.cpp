// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of all messages, joined from the rows in messages/ and sorted by code.
#include <algorithm>

#include "core/model/message.h"
#include "core/model/messages/table.h"

namespace apportion {

namespace {

using messages::Row;

const std::vector<Row>& table() {
    static const std::vector<Row> rows = [] {
        std::vector<Row> all;
        for (const auto part :
             {messages::reading(),      messages::validation(), messages::warnings(),
              messages::refusals(),     messages::reasons(),    messages::evictions(),
              messages::holders(),      messages::unblocking(), messages::traces(),
              messages::traceOptions(), messages::converting(), messages::slurm(),
              messages::plans(),        messages::projects(),   messages::access(),
              messages::commands(),     messages::scaling(),    messages::drafts(),
              messages::preemption(),   messages::live(),       messages::issues(),
              messages::shortReasons(), messages::reports(),    messages::clusters()})
            all.insert(all.end(), part.begin(), part.end());
        std::stable_sort(all.begin(), all.end(),
                         [](const Row& a, const Row& b) { return a.code < b.code; });
        return all;
    }();
    return rows;
}

const Row* find(std::string_view code) {
    const auto& rows = table();
    const auto row = std::lower_bound(rows.begin(), rows.end(), code,
                                      [](const Row& a, std::string_view b) { return a.code < b; });
    return row != rows.end() && row->code == code ? &*row : nullptr;
}

}  // namespace

std::string_view plainCode(std::string_view code) {
    return code.substr(0, code.find('.'));
}

std::string_view messageTemplate(std::string_view code) {
    const auto* row = find(code);
    return row ? row->text : code;
}

std::string_view remedyTemplate(std::string_view code) {
    const auto* row = find(code);
    return row ? row->remedy : std::string_view{};
}

std::vector<std::string_view> messageArguments(std::string_view code) {
    std::vector<std::string_view> names;
    const auto* row = find(code);
    auto rest = row ? row->arguments : std::string_view{};
    while (!rest.empty()) {
        const auto end = std::min(rest.find(' '), rest.size());
        names.push_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return names;
}

std::vector<std::string_view> messageCodes() {
    std::vector<std::string_view> codes;
    for (const auto& row : table())
        codes.push_back(row.code);
    return codes;
}

}  // namespace apportion
