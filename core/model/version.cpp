// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/version.h"

#include "core/model/scenario.h"

namespace apportion {

std::string versionText(std::string_view program) {
    return std::string(program) + " " APPORTION_VERSION "\ncommit " + kCommit +
           "\nscenario format " + std::to_string(kScenarioFormat) + "\nrules revision " +
           std::to_string(kRulesRevision);
}

}  // namespace apportion
