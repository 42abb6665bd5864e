// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody does to a plan while it is open.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/model/plan.h"

namespace apportion {

// A plan with the variants that are not run for now. No file keeps which.
struct PlanDraft {
    Plan plan;
    std::vector<bool> muted;  // by set
    friend bool operator==(const PlanDraft&, const PlanDraft&) = default;

    std::size_t shownSets() const;
};

struct PlanChange {
    enum class Kind {
        addSet,        // `name`, `edits`, or `taken`; behind the others
        duplicateSet,  // behind the set
        removeSet,
        renameSet,  // `name`
        moveSet,    // `to` its new place
        muteSet,    // or not any more
        addEdits,   // `edits`, behind the others
        replaceEdit,
        removeEdit,
        moveEdit,    // `to` its new place
        setFutures,  // `futures`
    };
    Kind kind = Kind::addSet;
    std::size_t set = 0;
    std::size_t edit = 0;
    std::size_t to = 0;
    std::string name = {};
    std::vector<PlanEdit> edits = {};
    Futures futures = {};
    std::optional<TakenAdvice> taken = {};  // gets the name of the set
};

// False, and nothing is changed, if it names no set or edit, or changes nothing. Names of sets
// stay different: one that is taken gets a number.
bool change(PlanDraft& draft, const PlanChange& by);

// The sets that are not muted, and their places.
Plan shownPlan(const PlanDraft& draft, std::vector<std::size_t>& places);

}  // namespace apportion
