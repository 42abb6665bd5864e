// SPDX-License-Identifier: GPL-3.0-or-later
// Words of a column that stand for values, and whether any column has been asked for them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/traces/trace_options.h"

namespace apportion {

class MappedWords {
public:
    enum Field : std::size_t { kModule, kPriority, kPreemptible, kIdle, kFields };
    // Which outlast it.
    explicit MappedWords(const std::vector<WordMap>& maps);

    bool maps(Field field) const { return maps_[field] != nullptr; }
    // What stands in a column of the field, or what that stands for.
    std::string_view valueOf(Field field, std::string_view text, bool missing);
    // Fields whose words nobody asked for: no column tells them.
    std::vector<std::string> unasked() const;

private:
    std::array<const WordMap*, kFields> maps_{};
    std::array<bool, kFields> asked_{};
};

}  // namespace apportion
