// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/texts.h"

#include <charconv>

namespace apportion::slurm {

namespace {

constexpr std::size_t kMostNames = 100'000;
constexpr std::string_view kGpu = "gres/gpu";

void add(Gpus& gpus, std::string_view type, std::int64_t count) {
    if (count <= 0)
        return;
    if (gpus.count > 0 && gpus.type != type)
        gpus.type.clear();
    else
        gpus.type = type;
    gpus.count += count;
}

// Commas in brackets and parentheses are of the entry itself.
std::vector<std::string_view> entries(std::string_view text) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char letter = i < text.size() ? text[i] : ',';
        if (letter == '[' || letter == '(')
            ++depth;
        else if (letter == ']' || letter == ')')
            --depth;
        else if (letter == ',' && (depth == 0 || i == text.size())) {
            if (i > begin)
                parts.push_back(text.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    return parts;
}

struct Range {
    std::int64_t first = 0, last = 0, step = 1;
    std::size_t width = 0;  // digits, with leading zeros
};

// "7", "001-003", "1-9:2".
std::optional<Range> range(std::string_view text) {
    Range found;
    if (const auto colon = text.find(':'); colon != std::string_view::npos) {
        const auto step = wholeNumber(text.substr(colon + 1));
        if (!step || *step <= 0)
            return {};
        found.step = *step;
        text = text.substr(0, colon);
    }
    const auto dash = text.find('-');
    const std::string_view from = text.substr(0, dash);
    const auto first = wholeNumber(from);
    const auto last = dash == std::string_view::npos ? first : wholeNumber(text.substr(dash + 1));
    if (!first || !last || *last < *first)
        return {};
    found.first = *first;
    found.last = *last;
    found.width = from.size();
    return found;
}

std::string padded(std::int64_t number, std::size_t width) {
    std::string digits = std::to_string(number);
    return std::string(width > digits.size() ? width - digits.size() : 0, '0') + digits;
}

// Adds what one entry names: `begun`, and what `rest` makes of it. False if it cannot be told.
bool expand(const std::string& begun, std::string_view rest, std::vector<std::string>& names) {
    const auto open = rest.find('[');
    if (open == std::string_view::npos) {
        names.push_back(begun + std::string(rest));
        return names.size() <= kMostNames;
    }
    const auto close = rest.find(']', open);
    if (close == std::string_view::npos)
        return false;
    for (const std::string_view part : split(rest.substr(open + 1, close - open - 1), ',')) {
        const auto numbers = range(part);
        if (!numbers || (numbers->last - numbers->first) / numbers->step >=
                            static_cast<std::int64_t>(kMostNames))
            return false;
        for (std::int64_t each = numbers->first; each <= numbers->last; each += numbers->step) {
            std::string name = begun;
            name.append(rest.substr(0, open)).append(padded(each, numbers->width));
            if (!expand(name, rest.substr(close + 1), names))
                return false;
        }
    }
    return true;
}

}  // namespace

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    if (text.empty())
        return parts;
    for (;;) {
        const auto end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

std::optional<std::int64_t> wholeNumber(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || text.empty())
        return {};
    return number;
}

Gpus gpusOfGres(std::string_view text) {
    Gpus gpus;
    for (const std::string_view entry : entries(text)) {
        const auto parts = split(entry.substr(0, entry.find('(')), ':');
        if (parts.size() < 2 || parts.size() > 3 || parts.front() != "gpu")
            continue;
        add(gpus, parts.size() == 3 ? parts[1] : std::string_view{},
            wholeNumber(parts.back()).value_or(0));
    }
    return gpus;
}

Gpus gpusOfTres(std::string_view text) {
    Gpus all, typed;
    for (const std::string_view entry : split(text, ',')) {
        const auto equals = entry.rfind('=');
        if (!entry.starts_with(kGpu) || equals == std::string_view::npos)
            continue;
        const std::int64_t count = wholeNumber(entry.substr(equals + 1)).value_or(0);
        const std::string_view name = entry.substr(0, equals);
        if (name == kGpu)
            all.count = count;
        else if (name.size() > kGpu.size() + 1 && name[kGpu.size()] == ':')
            add(typed, name.substr(kGpu.size() + 1), count);
    }
    // Types can stand beside their sum, and for a part of it.
    if (all.count == 0 || all.count == typed.count)
        return typed.count > 0 ? typed : all;
    return all;
}

std::int64_t cpusOfTres(std::string_view text) {
    constexpr std::string_view kCpu = "cpu=";
    for (const std::string_view entry : split(text, ','))
        if (entry.starts_with(kCpu))
            return wholeNumber(entry.substr(kCpu.size())).value_or(0);
    return 0;
}

std::optional<std::int64_t> gpuLimit(std::string_view text) {
    for (const std::string_view entry : split(text, ',')) {
        const auto equals = entry.rfind('=');
        if (equals != std::string_view::npos && entry.substr(0, equals) == kGpu)
            return wholeNumber(entry.substr(equals + 1));
    }
    return {};
}

std::optional<std::vector<std::string>> nodeNames(std::string_view text) {
    std::vector<std::string> names;
    for (const std::string_view entry : entries(text))
        if (!expand({}, entry, names))
            return {};
    return names;
}

std::vector<std::string> arrayIds(std::string_view id) {
    std::vector<std::string> ids;
    const auto open = id.find("_[");
    const auto close = id.find(']');
    if (open != std::string_view::npos && close != std::string_view::npos && close > open) {
        std::string_view list = id.substr(open + 2, close - open - 2);
        list = list.substr(0, list.find('%'));
        for (const std::string_view part : split(list, ',')) {
            const auto numbers = range(part);
            for (std::int64_t task = numbers ? numbers->first : 1; numbers && task <= numbers->last;
                 task += numbers->step)
                if (ids.size() < kMostNames)
                    ids.push_back(std::string(id.substr(0, open + 1)).append(std::to_string(task)));
        }
    }
    if (ids.empty())
        ids.emplace_back(id);
    return ids;
}

std::optional<std::int64_t> seconds(std::string_view text) {
    std::int64_t days = 0;
    if (const auto dash = text.find('-'); dash != std::string_view::npos) {
        const auto given = wholeNumber(text.substr(0, dash));
        if (!given)
            return {};
        days = *given;
        text.remove_prefix(dash + 1);
    }
    const auto parts = split(text, ':');
    if (parts.empty() || parts.size() > 3)
        return {};
    std::int64_t sum = 0;
    for (const std::string_view part : parts) {
        const auto given = wholeNumber(part);
        if (!given || *given < 0)
            return {};
        sum = sum * 60 + *given;
    }
    return days * 86'400 + sum;
}

}  // namespace apportion::slurm
