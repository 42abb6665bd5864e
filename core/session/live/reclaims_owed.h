// SPDX-License-Identifier: GPL-3.0-or-later
// Scales in mode reclaim (rule 21) that no engine has carried out: they were made while nobody was
// live, or whoever was has ended before their delay was over.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/engine/decision.h"
#include "core/model/event.h"
#include "core/model/problem.h"
#include "core/model/project.h"
#include "core/store/project_file.h"

namespace apportion {

struct ReclaimsOwed {
    // The state with the sizes that there were before them; nothing = nothing is owed.
    std::optional<Project> before;
    std::vector<ScaleEvent> scales;  // in order, with what is left of their delays
    std::vector<Revision> entries;   // of the first of them; what follows is nobody's
    Revision since = 0;              // no earlier entry will be owed any more

    const Project& beginsWith(const Project& present) const { return before ? *before : present; }
};
// Argument of an instant: the entries of scales that are decided with it, though maybe nobody had
// to go; such an instant may have no facts.
inline constexpr const char* kSettled = "settled";
std::string settledText(const std::vector<Revision>& entries);

// Of entries from `since` on: 1, or as an earlier answer had it.
Result<ReclaimsOwed> reclaimsOwed(ProjectFile& file, const Project& project, Moment now,
                                  Revision since);

// What the latest of them will take back, as things stand; times count from `now`. What is overdue
// has 0.
Result<std::vector<PendingReclaim>> reclaimsAhead(ProjectFile& file, const Project& project,
                                                  Moment now);

}  // namespace apportion
