// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/explanation.h"

#include <algorithm>

namespace apportion {

std::vector<std::string> losingTheirRun(std::vector<std::string> evicts, const RunsOn& runsOn) {
    std::erase_if(evicts, [&](const std::string& name) {
        return std::any_of(runsOn.fewer.begin(), runsOn.fewer.end(),
                           [&](const RunsOn::Fewer& each) { return each.workload == name; });
    });
    return evicts;
}

}  // namespace apportion
