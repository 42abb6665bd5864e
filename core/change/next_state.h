// SPDX-License-Identifier: GPL-3.0-or-later
// What facts lead to, and whether they may: nothing is written that could not be read again, or
// that would leave a project in which somebody's work or everybody's rights hang in the air.
#pragma once

#include <vector>

#include "core/model/journal.h"
#include "core/model/problem.h"
#include "core/store/objects.h"

namespace apportion {

struct NextState {
    store::Objects objects;  // with the number of the entry to come
    Project project;
};

// `valid` is known to be a pool that validate() has nothing against.
// Errors: undo-depends where an object is not what a fact says it was; those of a scenario;
// nodes-blocked; last-administrator.
Result<NextState> nextState(const store::Objects& objects, const Project& project,
                            const std::vector<Fact>& facts, const Scenario* valid = nullptr);

}  // namespace apportion
