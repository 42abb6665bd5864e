// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of all formats count along the way: groups by name, rows left out by cause.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/message.h"

namespace apportion {

inline constexpr std::int64_t kMostGpus = 10'000'000;  // of one job; more is a damaged field

// A group becomes a quota, so it must be able to name one: 1 to 63 characters, no "/", no control
// characters.
bool isGroupName(std::string_view text);

class Groups {
public:
    std::uint32_t index(std::string_view name);
    const std::vector<std::string>& names() const { return names_; }  // first seen

private:
    std::map<std::string, std::uint32_t, std::less<>> indexes_;
    std::vector<std::string> names_;
};

class Drops {
public:
    void add(int line) {
        if (count_++ == 0)
            firstLine_ = line;
    }
    // Appends a message with {count} and {line} if there were any.
    void report(std::string code, std::vector<Message>& to) const;

private:
    std::int64_t count_ = 0;
    int firstLine_ = 0;
};

}  // namespace apportion
