// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the problems of one input. Of each code only the first hundreds are kept, so that a
// broken file with a million workloads still gives an answer that fits on a screen.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

#include "core/model/problem.h"

namespace apportion {

class Findings {
public:
    static constexpr int kMostErrorsOfACode = 1000;
    static constexpr int kMostWarningsOfACode = 100;

    // `pointer` is the JSON pointer of the place.
    void error(std::string pointer, std::string_view code,
               std::initializer_list<Argument> arguments = {});
    void warning(std::string pointer, std::string_view code,
                 std::initializer_list<Argument> arguments = {});

    void warning(std::string pointer, Message message);

    bool hasErrors() const { return errors_ > 0; }
    std::size_t errorCount() const { return errors_; }  // those left out, too
    const Problems& problems() const { return problems_; }
    // What was found, in order; what was left out is counted in one problem a code at the end.
    Problems take();

private:
    void add(std::string pointer, Message message, bool warning);

    Problems problems_;
    std::map<std::string, int, std::less<>> counts_;  // by code; warnings have codes of their own
    std::size_t errors_ = 0;
};

// "/quotas" and 3 make "/quotas/3"; a key is escaped as RFC 6901 asks.
std::string pointerTo(std::string_view base, std::size_t index);
std::string pointerTo(std::string_view base, std::string_view key);

}  // namespace apportion
