// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/timetable_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/change/units.h"
#include "core/model/date_text.h"
#include "core/model/number_text.h"
#include "core/model/words.h"

namespace apportion {

namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos)
            return parts;
        text.remove_prefix(at + 1);
    }
}

std::optional<int> dayOf(std::string_view text) {
    const auto found = std::find(kDayNames.begin(), kDayNames.end(), text);
    if (found == kDayNames.end())
        return {};
    return static_cast<int>(found - kDayNames.begin());
}

// "mon-fri", "sat,sun"; the days between go round the end of the week.
std::optional<unsigned> daysOf(std::string_view text) {
    unsigned days = 0;
    for (const std::string_view part : split(text, ',')) {
        const auto ends = split(part, '-');
        const auto first = dayOf(ends.front());
        const auto last = dayOf(ends.back());
        if (!first || !last || ends.size() > 2)
            return {};
        for (int day = *first;; day = (day + 1) % 7) {
            days |= 1U << day;
            if (day == *last)
                break;
        }
    }
    return days;
}

std::optional<int> minuteOf(std::string_view text) {
    const auto parts = split(text, ':');
    if (parts.size() != 2 || parts[0].size() != 2 || parts[1].size() != 2)
        return {};
    const auto digits = [](std::string_view two) -> int {
        for (const char c : two)
            if (c < '0' || c > '9')
                return -1;
        return (two[0] - '0') * 10 + (two[1] - '0');
    };
    const int h = digits(parts[0]), m = digits(parts[1]);
    return h >= 0 && h < 24 && m >= 0 && m < 60 ? std::optional(h * 60 + m) : std::nullopt;
}

// "drain", "reclaim", "reclaim:10m"
bool readMode(std::string_view text, Timetable::Step& step) {
    const auto parts = split(text, ':');
    const auto mode = fromWord<ScaleMode>(std::string(parts.front()));
    const bool reclaims = mode == ScaleMode::reclaim;
    if (!mode || *mode == ScaleMode::refuse || parts.size() > (reclaims ? 2U : 1U))
        return false;
    const auto after = parts.size() == 2 ? durationArgument(parts[1]) : Duration{0};
    step.mode = *mode;
    step.after = after.value_or(0);
    return after.has_value();
}

}  // namespace

std::optional<Timetable::Step> timetableStep(std::string_view text) {
    Timetable::Step step;
    if (const auto at = text.find('@'); at != std::string_view::npos) {
        const auto days = daysOf(text.substr(0, at));
        if (!days)
            return {};
        step.days = *days;
        text.remove_prefix(at + 1);
    }
    const auto parts = split(text, ',');
    const auto head = split(parts.front(), '/');
    const auto minute = minuteOf(head.front());
    const auto once = momentArgument(head.front());
    if ((!minute && !once) || parts.size() < 2 || head.size() > 2 ||
        (head.size() == 2 && !readMode(head[1], step)) ||
        (once && step.days != Timetable::Step{}.days))
        return {};
    step.minute = minute.value_or(0);
    step.once = once.value_or(0);
    if (once)
        step.days = 0;  // it has none
    for (std::size_t i = 1; i < parts.size(); ++i) {
        auto size = sizeArgument(parts[i]);
        if (!size || std::any_of(step.sizes.begin(), step.sizes.end(),
                                 [&](const auto& each) { return each.first == size->first; }))
            return {};
        step.sizes.push_back(std::move(*size));
    }
    return step;
}

std::string timetableText(const Timetable::Step& step) {
    std::string days;
    for (std::size_t day = 0; day < kDayNames.size() && step.days != Timetable::Step{}.days; ++day)
        if ((step.days >> day & 1U) != 0)
            days += (days.empty() ? "" : ",") + std::string(kDayNames.at(day));
    std::string text = step.once != 0
                           ? dateText(step.once)
                           : days + (days.empty() ? "" : "@") + timeOfDayText(step.minute);
    if (step.mode != Timetable::Step{}.mode)
        text += "/" + std::string(word(step.mode));
    if (step.after > 0)
        text += ":" + std::to_string(step.after / kSecond) + "s";
    for (const auto& [quota, gpu] : step.sizes)
        text += "," + quota + "=" + gpuText(gpu);
    return text;
}

}  // namespace apportion
