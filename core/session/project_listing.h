// SPDX-License-Identifier: GPL-3.0-or-later
// The work of a project as its file has it, before an engine knows of it, which takes long where
// there is a crowd: who waits and runs, but no reasons, no places in queues and no sums of quotas.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model/project.h"
#include "core/store/first_work.h"
#include "core/view/view.h"

namespace apportion {

// The rows that a view has once the engine is there, but for what only the engine knows.
struct ProjectListing {
    Instant clock = 0;
    std::vector<WorkloadRow> waiting;  // by submit time; at most View::kMostRows of each
    std::vector<WorkloadRow> running;  // file order
    KeyNumbers key;                    // how many wait, wait for an approval, and run
};

// What `who` may see of it at `now`; the times are counted from `epoch`.
ProjectListing listingOf(const Project& project, const std::string& who, Moment epoch, Moment now);
// The same while most of the work is still being read, for who sees all; nothing for others.
// `project` is without work.
std::optional<ProjectListing> listingOf(Project project, store::FirstWork first,
                                        const std::string& who, Moment epoch, Moment now);

// The outline of the same project with the listing in it.
std::shared_ptr<const View> listed(const View& outline, ProjectListing listing);
// Of a project that is still being read: its work can be shown.
bool isListed(const View& view);

}  // namespace apportion
