// SPDX-License-Identifier: GPL-3.0-or-later
// Changes to a scenario, each with its inverse. The journal of them is the undo stack.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/model/scenario.h"

namespace apportion {

// Something more that happens during the run, after all other events of its moment.
struct AddEvents {
    std::vector<Event> events;
    friend bool operator==(const AddEvents&, const AddEvents&) = default;
};

// The inverse: takes the last events of the list away.
struct RemoveLastEvents {
    std::vector<Event> events;  // those that are there
    friend bool operator==(const RemoveLastEvents&, const RemoveLastEvents&) = default;
};

using Edit = std::variant<AddEvents, RemoveLastEvents>;

struct Edited {
    Scenario scenario;
    Edit inverse;
};

// The quota or workload that the edit is about; empty = several.
std::string subject(const Edit& edit);

Edited apply(const Edit& edit, const Scenario& scenario);

}  // namespace apportion
