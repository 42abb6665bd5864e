// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live/restarts.h"

#include <set>

namespace apportion {

namespace {

using WorkNames = std::vector<std::string>;

WorkNames wholeRuns(const Effect& trial) {
    WorkNames names;
    for (const Effect::Hit& hit : trial.evicted)
        if (hit.replicas == 0)
            names.push_back(hit.workload);
    return names;
}

// Those of `names` that are among the others, or those that are not.
WorkNames chosen(const WorkNames& names, const WorkNames& others, bool among) {
    const std::set<std::string> known(others.begin(), others.end());
    WorkNames chosen;
    for (const std::string& name : names)
        if (known.contains(name) == among)
            chosen.push_back(name);
    return chosen;
}

}  // namespace

std::vector<std::string> restartedIn(const Effect& trial) {
    return chosen(wholeRuns(trial), trial.started, true);
}

std::vector<std::string> startedAnew(const Effect& trial) {
    return chosen(trial.started, wholeRuns(trial), false);
}

}  // namespace apportion
