// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/told.h"

#include <algorithm>
#include <array>

#include "core/model/date_text.h"
#include "core/model/message_moments.h"
#include "core/model/number_text.h"

namespace apportion {

namespace {

constexpr Duration kMinute = 60 * kSecond;
constexpr Duration kHour = 60 * kMinute;
constexpr Duration kDay = 24 * kHour;

// Of the number that `text` begins with: "82,247.5 GPUs".
std::string withCommas(std::string text) {
    const std::size_t first = !text.empty() && text.front() == '-' ? 1 : 0;
    for (std::size_t at = std::min(text.find_first_not_of("0123456789", first), text.size());
         at > first + 3;)
        text.insert(at -= 3, ",");
    return text;
}

// a of the larger unit and what is left in the smaller: "12 min 30 s", "12 min".
std::string twoUnits(Duration duration, Duration large, const char* largeName, Duration small,
                     const char* smallName) {
    std::string text = withCommas(std::to_string(duration / large)) + largeName;
    const Duration rest = duration % large / small;
    if (rest > 0)
        text += " " + std::to_string(rest) + smallName;
    return text;
}

// "a, b, c, d, e and 1,495 more": a list of so many is always cut, and its own digits stay.
std::string groupedList(const Value& value) {
    std::string text = formatValue(value);
    if (value.list.size() < 1000)
        return text;
    const std::size_t end = text.find_last_of("0123456789") + 1;
    const std::size_t begin = text.find_last_not_of("0123456789", end - 1) + 1;
    return text.substr(0, begin) + withCommas(text.substr(begin));
}

std::string groupedValue(const Value& value) {
    if (value.kind == Value::Kind::list)
        return groupedList(value);
    return value.kind == Value::Kind::text ? formatValue(value) : withCommas(formatValue(value));
}

std::string toldValue(const Value& value) {
    return value.kind == Value::Kind::seconds ? durationWords(value.number) : groupedValue(value);
}

// What a number names and does not count is typed elsewhere as it is.
bool isNumberOf(const Argument& argument) {
    constexpr std::array<std::string_view, 6> kNames{"line",    "first", "entry",
                                                     "process", "code",  "signal"};
    return argument.value.kind == Value::Kind::count &&
           std::find(kNames.begin(), kNames.end(), argument.name) != kNames.end();
}

Message withPlainNumbers(Message message) {
    for (Argument& argument : message.arguments)
        if (isNumberOf(argument))
            argument.value = Value::ofText(formatValue(argument.value));
    return message;
}

// Moments are texts then, which stand as they are.
Message withMoments(const Message& message, const std::optional<Instant>& zero) {
    Message shown = message;
    for (Argument& argument : shown.arguments)
        if (isMoment(argument))
            argument.value = Value::ofText(momentWords(argument.value.number, zero));
    return withPlainNumbers(std::move(shown));
}

}  // namespace

std::string durationWords(Duration duration) {
    if (duration < 0)
        return "-" + durationWords(-duration);
    if (duration < 2 * kMinute)
        return decimalText(duration, 3) + " s";
    if (duration < kHour)
        return twoUnits(duration, kMinute, " min", kSecond, " s");
    if (duration < 2 * kDay)
        return twoUnits(duration, kHour, " h", kMinute, " min");
    return twoUnits(duration, kDay, " d", kHour, " h");
}

std::string exactDurationWords(Duration duration) {
    std::string text = withCommas(decimalText(duration, 3)) + " s";
    if (duration >= 2 * kMinute)
        text += " (" + durationWords(duration) + ")";
    return text;
}

std::string momentWords(Instant at, const std::optional<Instant>& zero) {
    if (zero && hasDate(*zero + at))
        return exactDateText(*zero + at);
    return at < 0 ? exactDurationWords(-at) + " before the start"
                  : exactDurationWords(at) + " after the start";
}

std::string told(const Message& message, const std::optional<Instant>& zero) {
    return message.told.empty() ? fillMessage(withMoments(message, zero), toldValue) : message.told;
}

std::string toldRemedy(const Message& message, const std::optional<Instant>& zero) {
    return fillTemplate(remedyTemplate(message.code), withMoments(message, zero).arguments,
                        toldValue);
}

std::string exactWords(const Value& value) {
    return value.kind == Value::Kind::seconds ? exactDurationWords(value.number)
                                              : groupedValue(value);
}

std::string toldExactly(const Message& message) {
    return message.told.empty() ? fillMessage(withPlainNumbers(message), exactWords) : message.told;
}

std::string toldRemedyExactly(const Message& message) {
    return fillTemplate(remedyTemplate(message.code), withPlainNumbers(message).arguments,
                        exactWords);
}

}  // namespace apportion
