// SPDX-License-Identifier: GPL-3.0-or-later
// A form of work as the change that submits it.
#pragma once

#include <optional>
#include <string>

#include "core/change/change.h"
#include "core/model/problem.h"
#include "core/model/project.h"

namespace apportion {

// What is as it would be without saying so is left out. Who submits and when is not the form's.
SubmitWork submissionOf(const Workload& work, const std::optional<WorkCommand>& command = {});

// The field that a problem with that request is about, by its name in a scenario ("minReplicas");
// empty = none of them, or several.
std::string submitField(const Problem& problem);

}  // namespace apportion
