// SPDX-License-Identifier: GPL-3.0-or-later
// What cancelling workloads would end: which of them can be cancelled, and what is lost with them.
#pragma once

#include <string>
#include <vector>

#include "core/view/view.h"

namespace apportion {

struct CancelDraft {
    std::vector<std::string> workloads;  // that wait or run, in the order they were named
    int running = 0;                     // of them
    Gpu held = 0;                        // by those that run
    GpuTime done = 0;                    // in their present runs
    friend bool operator==(const CancelDraft&, const CancelDraft&) = default;
};

CancelDraft cancelDraft(const View& view, const std::vector<std::string>& names);

}  // namespace apportion
