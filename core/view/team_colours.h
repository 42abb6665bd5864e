// SPDX-License-Identifier: GPL-3.0-or-later
// The colour of a team for as long as a project is open: it keeps it whatever comes or goes beside
// it, and has it again when it comes back.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/view/view.h"

namespace apportion {

class TeamColours {
public:
    // Gives each team the colour that it had. A new one keeps its own, if no team has or had it;
    // else it has the first that none has or had, or, where all are in use, that none has now.
    void give(std::vector<TeamInfo>& teams);
    // The same teams, of which some quotas go by another name from now on.
    void rename(const std::vector<TeamInfo>& from, const std::vector<TeamInfo>& to);

private:
    std::map<std::string, int> known_;  // by quota
};

}  // namespace apportion
