// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/fact_texts.h"

namespace apportion::store {

namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::string_view kArguments = R"({"args":)";
constexpr std::string_view kBegin = R"(,"facts":[)";
constexpr std::string_view kEnd = R"(],"n":)";
constexpr std::string_view kKind = R"(,"kind":")";

// Behind the string whose quote stands here.
std::size_t behindString(std::string_view text, std::size_t at) {
    for (auto end = text.find('"', at + 1); end != kNone; end = text.find('"', end + 1)) {
        const auto last = text.find_last_not_of('\\', end - 1);
        if ((end - last) % 2 == 1)  // none or an even number of backslashes before it
            return end + 1;
    }
    return text.size();
}

// Behind the object whose bracket stands here; npos if it has no end.
std::size_t behindObject(std::string_view text, std::size_t at) {
    int depth = 0;
    while (at < text.size()) {
        const char each = text[at];
        if (each == '"') {
            at = behindString(text, at);
            continue;
        }
        ++at;
        if (each == '{' || each == '[')
            ++depth;
        else if ((each == '}' || each == ']') && --depth == 0)
            return at;
    }
    return kNone;
}

}  // namespace

// Inside of a string the quotes would have backslashes, of lists the facts alone stand right before
// the number, and before them only the arguments may have a list of that name.
std::optional<FactTexts> FactTexts::in(std::string_view entry) {
    if (!entry.starts_with(kArguments) || entry.size() == kArguments.size())
        return {};
    const char first = entry[kArguments.size()];
    const auto behind =
        first == '{' || first == '[' ? behindObject(entry, kArguments.size()) : kArguments.size();
    if (behind == kNone)
        return {};
    const auto begin = entry.find(kBegin, behind);
    const auto end = entry.rfind(kEnd);
    if (begin == kNone || end == kNone || end < begin + kBegin.size())
        return {};
    return FactTexts(entry, begin + kBegin.size(), end);
}

std::string FactTexts::rest() const {
    std::string rest(entry_.substr(0, begin_));
    rest += entry_.substr(end_);
    return rest;
}

std::optional<std::string_view> FactTexts::next() {
    if (!whole_ || at_ == end_)
        return {};
    if (at_ > begin_)
        whole_ = entry_[at_++] == ',';
    const auto behind = whole_ && at_ < end_ && entry_[at_] == '{'
                            ? behindObject(entry_.substr(0, end_), at_)
                            : kNone;
    whole_ = behind != kNone;
    if (!whole_)
        return {};
    const std::string_view fact = entry_.substr(at_, behind - at_);
    at_ = behind;
    return fact;
}

std::string_view kindIn(std::string_view fact) {
    const auto at = fact.rfind(kKind);
    if (at == kNone)
        return {};
    const std::string_view rest = fact.substr(at + kKind.size());
    return rest.substr(0, rest.find('"'));
}

}  // namespace apportion::store
