// SPDX-License-Identifier: GPL-3.0-or-later
// Which commands this user lets run. The file says what is wanted, and others may write to it; what
// was approved stands in the user's own folder, and says exactly what.
#pragma once

#include <set>
#include <string>

#include "core/model/problem.h"
#include "core/model/project.h"

namespace apportion {

class Approvals {
public:
    // Those in a pool's folder, which only who has the lease changes.
    explicit Approvals(const std::string& folder);

    bool has(const ProjectWorkload& work) const;
    // Error: folder-not-safe.
    Result<void> give(const ProjectWorkload& work);
    // All others are withdrawn: what is over does not come back with its approval.
    void keepOnly(const std::set<std::string>& digests);

private:
    std::string pathOf(const std::string& digest) const { return folder_ + "/" + digest; }

    std::string folder_;
    std::set<std::string> given_;  // digests
};

}  // namespace apportion
