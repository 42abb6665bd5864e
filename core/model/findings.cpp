// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/findings.h"

#include <algorithm>

namespace apportion {

void Findings::error(std::string pointer, std::string_view code,
                     std::initializer_list<Argument> arguments) {
    ++errors_;
    add(std::move(pointer), {std::string{code}, arguments}, false);
}

void Findings::warning(std::string pointer, std::string_view code,
                       std::initializer_list<Argument> arguments) {
    add(std::move(pointer), {std::string{code}, arguments}, true);
}

void Findings::warning(std::string pointer, Message message) {
    add(std::move(pointer), std::move(message), true);
}

void Findings::add(std::string pointer, Message message, bool warning) {
    const auto count = counts_.try_emplace(message.code, 0).first;
    if (++count->second > (warning ? kMostWarningsOfACode : kMostErrorsOfACode))
        return;
    Problem problem;
    problem.pointer = std::move(pointer);
    problem.message = std::move(message);
    problem.warning = warning;
    problems_.push_back(std::move(problem));
}

Problems Findings::take() {
    for (const auto& [code, count] : counts_) {
        const auto first =
            std::find_if(problems_.begin(), problems_.end(),
                         [&code = code](const Problem& p) { return p.message.code == code; });
        const bool warning = first->warning;
        const int most = warning ? kMostWarningsOfACode : kMostErrorsOfACode;
        if (count <= most)
            continue;
        Problem rest;
        rest.message = {"more-problems",
                        {{"name", Value::ofText(code)}, {"count", Value::ofCount(count - most)}}};
        rest.warning = warning;
        problems_.push_back(std::move(rest));
    }
    counts_.clear();
    errors_ = 0;
    return std::move(problems_);
}

std::string pointerTo(std::string_view base, std::size_t index) {
    return std::string{base} + "/" + std::to_string(index);
}

std::string pointerTo(std::string_view base, std::string_view key) {
    std::string pointer{base};
    pointer += '/';
    for (const char c : key) {
        if (c == '~')
            pointer += "~0";
        else if (c == '/')
            pointer += "~1";
        else
            pointer += c;
    }
    return pointer;
}

}  // namespace apportion
