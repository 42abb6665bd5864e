// SPDX-License-Identifier: GPL-3.0-or-later
// What the ends of its replicas mean for a workload.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/cluster/local/keeper/keeper.h"

namespace apportion {

struct RunVerdict {
    bool done = false;               // all have ended well
    bool stopped = false;            // all have ended, as they were asked to
    std::optional<Message> failure;  // the first that did not
    std::optional<int> code;         // its exit code, or the signal
};

// Keepers in the order of the replicas; none = not started yet. Whoever was asked to end, because
// its workload was taken from (`stopping`) or failed elsewhere, has not failed by ending.
RunVerdict verdictOf(const std::string& workload, const std::vector<Keeper*>& keepers,
                     bool stopping);

// When the last of those that have one ended, by their keepers' word; nothing where one lives or
// left none.
std::optional<Moment> endOf(const std::vector<Keeper*>& keepers);
// Whether one of them has, or had, a process.
bool everRan(const std::vector<Keeper*>& keepers);

Message notStarted(const std::string& workload, int replica, const std::string& detail);

}  // namespace apportion
