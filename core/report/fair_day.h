// SPDX-License-Identifier: GPL-3.0-or-later
// How well quotas kept their fair shares over some time, and how far below them they were.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/report/usage.h"

namespace apportion::report {

struct FairDay {
    static constexpr Gpu kUnknown = -1;

    Moment from = 0;
    Moment to = 0;
    // Time-weighted min(used, entitled) / min(wanted, entitled), in millionths; what is wanted is
    // used or waited for. Quotas in file order; nothing = it wanted nothing, or nothing is known.
    std::vector<std::pair<std::string, std::optional<std::int64_t>>> kept;
    std::optional<std::int64_t> keptByAll;
    // GPUs below the fair shares, all quotas together. Each holds until the next.
    std::vector<std::pair<Moment, Gpu>> below;
};

// Of that time, as far as the usage covers it.
FairDay fairDayOf(const Usage& usage, Moment from, Moment to);

}  // namespace apportion::report
