// SPDX-License-Identifier: GPL-3.0-or-later
// The folders of runs that are over, with the ends of their logs: kept for a while, and not more of
// them than there is room for.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/model/project.h"

namespace apportion {

class OldRuns {
public:
    static constexpr Duration kKept = 30LL * 24 * 3600 * kSecond;
    static constexpr std::int64_t kMostBytes = std::int64_t{8} << 30;

    // Nothing is written to it any more, and nobody asks what became of it.
    void add(const std::string& folder, Moment ended);
    // Deletes what ended longer ago, and the oldest of what is too much.
    void tidy(Moment now);

private:
    struct Run {
        std::string folder;
        std::int64_t bytes = 0;
    };
    std::multimap<Moment, Run> runs_;  // by their end
    std::int64_t bytes_ = 0;
};

}  // namespace apportion
