// SPDX-License-Identifier: GPL-3.0-or-later
// Changes to a scenario at its start, each with its inverse. The journal of them is the undo stack.
#pragma once

#include <string>
#include <variant>

#include "core/model/problem.h"
#include "core/model/scenario.h"

namespace apportion {

struct SetGuarantee {
    std::string quota;
    Gpu gpu = 0;
    friend bool operator==(const SetGuarantee&, const SetGuarantee&) = default;
};

struct SetPolicy {
    std::string quota;
    QuotaPolicy policy;  // the whole of it
    friend bool operator==(const SetPolicy&, const SetPolicy&) = default;
};

// Something more that happens during the run, after all other events of its moment.
struct AddEvent {
    Event event;
    friend bool operator==(const AddEvent&, const AddEvent&) = default;
};

// The inverse: takes the last event of the list away.
struct RemoveLastEvent {
    Event event;  // the one that is there
    friend bool operator==(const RemoveLastEvent&, const RemoveLastEvent&) = default;
};

using Edit = std::variant<SetGuarantee, SetPolicy, AddEvent, RemoveLastEvent>;

struct Edited {
    Scenario scenario;
    Edit inverse;
};

// The quota or workload that the edit is about; empty = several.
std::string subject(const Edit& edit);

// The changed scenario, or why not, with the numbers (rule 1). The scenario is valid before.
Result<Edited> apply(const Edit& edit, const Scenario& scenario);

}  // namespace apportion
