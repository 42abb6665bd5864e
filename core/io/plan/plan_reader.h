// SPDX-License-Identifier: GPL-3.0-or-later
// Plan files, format 1, into the model. As strict as the scenario reader: all that is wrong with
// the shape at once, each with file, JSON pointer, line and column. What the edits mean is checked
// where they are applied to their base: of the sets that could be read also where others could not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/plan.h"
#include "core/model/problem.h"

namespace apportion {

struct PlanFile {
    Plan plan;
    std::string file;  // as the user named it
    std::string text;  // to find the places of what is wrong later
};

struct PlanSoFar {
    PlanFile file;   // what could be read of it
    Problems wrong;  // not placed yet
    // By set: the names that edits which could not be read may have been about to add.
    std::vector<std::vector<std::string>> mayAdd;
};

// `path` may be "-" for standard input; gzip is recognised by content.
Result<PlanFile> readPlan(const std::string& path);
Result<PlanFile> parsePlan(std::string text, const std::string& file = {});

// The same with what is wrong beside what could be read; nothing where the text could not be read
// to its end, or tells no base: then the problems, placed.
Result<PlanSoFar> readPlanSoFar(const std::string& path);

// Gives problems whose pointers lie in the plan their file, line and column, in order of place.
void placeInPlan(const PlanFile& plan, Problems& problems);

}  // namespace apportion
