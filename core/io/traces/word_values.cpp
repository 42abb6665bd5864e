// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/word_values.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/io/traces/field_values.h"
#include "core/io/traces/trace_options.h"
#include "core/model/bounds.h"
#include "core/model/words.h"

namespace apportion {

namespace {

constexpr std::array kSeparators{std::pair<std::string_view, char>{"comma", ','},
                                 std::pair<std::string_view, char>{"semicolon", ';'},
                                 std::pair<std::string_view, char>{"tab", '\t'},
                                 std::pair<std::string_view, char>{"pipe", '|'},
                                 std::pair<std::string_view, char>{"blanks", kBlanks}};

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// A character that no value can do without.
bool isOfValues(char c) {
    return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') ||
           std::string_view("\"'.-+_\r\n").find(c) != std::string_view::npos ||
           static_cast<unsigned char>(c) >= 0x80 || c == 0;
}

}  // namespace

std::optional<Module> moduleValue(std::string_view text) {
    if (text == "DLC")
        return Module::training;
    if (text == "DSW")
        return Module::notebook;
    if (text == "EAS")
        return Module::inference;
    return fromWord<Module>(text);
}

std::optional<std::uint8_t> priorityValue(std::string_view text) {
    const auto priority = countValue(text);
    if (!priority || *priority < kLowestPriority || *priority > kHighestPriority)
        return {};
    return static_cast<std::uint8_t>(*priority);
}

std::optional<bool> flagValue(std::string_view text) {
    if (text == "yes" || text == "true" || text == "1")
        return true;
    if (text == "no" || text == "false" || text == "0")
        return false;
    return {};
}

std::optional<char> separatorOf(std::string_view text) {
    for (const auto& [word, separator] : kSeparators)
        if (text == word)
            return separator;
    if (text == "\\t")
        return '\t';
    return text.size() == 1 && !isOfValues(text.front()) ? std::optional(text.front())
                                                         : std::nullopt;
}

std::string wordOfSeparator(char separator) {
    for (const auto& [word, known] : kSeparators)
        if (known == separator)
            return std::string(word);
    return {separator};
}

std::string separatorsFor(std::string_view line) {
    std::string all = ",;\t|";
    for (const char c : line)
        if (c != ' ' && all.find(c) == std::string::npos && separatorOf({&c, 1}))
            all += c;
    return all;
}

std::optional<char> separatorLine(std::string_view line) {
    constexpr std::string_view kWord = "sep=";
    if (line.size() != kWord.size() + 1 || !isSameName(line.substr(0, kWord.size()), kWord))
        return {};
    return separatorOf(line.substr(kWord.size()));
}

bool isSameName(std::string_view a, std::string_view b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                              [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace apportion
