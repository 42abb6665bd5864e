// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/csv_line.h"

#include <algorithm>
#include <cstring>

namespace apportion {

namespace {

bool isBlank(char c) {
    return c == ' ' || c == '\t';
}

}  // namespace

std::string_view LineSplitter::unquoted(std::string_view quoted, std::size_t& used) {
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

// A value in quotation marks from `from`, closed before `closed`, up to the separator at `end`.
void LineSplitter::checkQuotes(std::string_view line, std::size_t from, std::size_t closed,
                               std::size_t end) {
    if (fault_)
        return;
    const auto at = [&](std::size_t place, std::size_t stop) {
        return CsvField{line.substr(place, stop - place), static_cast<int>(place) + 1};
    };
    // Those inside are pairs, so that without a closing one their number is odd.
    const std::string_view used = line.substr(from, closed - from);
    if (std::count(used.begin(), used.end(), '"') % 2 != 0) {
        fault_ = QuoteFault{QuoteFault::Kind::open, at(from + 1, line.size())};
        return;
    }
    while (closed < end && isBlank(line[closed]))
        ++closed;
    if (closed < end)
        fault_ = QuoteFault{QuoteFault::Kind::tail, at(closed, end)};
}

const std::vector<CsvField>& LineSplitter::quoted(std::string_view line, char separator) {
    fault_.reset();
    if (line.find('"') == std::string_view::npos)
        return plain(line, separator);
    fields_.clear();
    unescaped_.clear();
    std::size_t at = 0;
    while (true) {
        const int column = static_cast<int>(at) + 1;
        if (at < line.size() && line[at] == '"') {
            std::size_t used = 0;
            const std::string_view text = unquoted(line.substr(at), used);
            fields_.push_back({text, column});
            const std::size_t end = std::min(line.find(separator, at + used), line.size());
            checkQuotes(line, at, at + used, end);
            at = end;
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

const std::vector<CsvField>& LineSplitter::plain(std::string_view line, char separator) {
    fields_.clear();
    if (line.empty()) {  // it may stand nowhere
        fields_.push_back({line, 1});
        return fields_;
    }
    const char* const begin = line.data();
    const char* const end = begin + line.size();
    const char* from = begin;
    while (true) {
        const auto* stop = static_cast<const char*>(
            std::memchr(from, separator, static_cast<std::size_t>(end - from)));
        const char* const to = stop ? stop : end;
        fields_.push_back({std::string_view(from, static_cast<std::size_t>(to - from)),
                           static_cast<int>(from - begin) + 1});
        if (!stop)
            return fields_;
        from = stop + 1;
    }
}

const std::vector<CsvField>& LineSplitter::words(std::string_view line) {
    fields_.clear();
    std::size_t at = 0;
    while (true) {
        while (at < line.size() && isBlank(line[at]))
            ++at;
        if (at == line.size())
            return fields_;
        const std::size_t from = at;
        while (at < line.size() && !isBlank(line[at]))
            ++at;
        fields_.push_back({line.substr(from, at - from), static_cast<int>(from) + 1});
    }
}

}  // namespace apportion
