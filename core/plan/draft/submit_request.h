// SPDX-License-Identifier: GPL-3.0-or-later
// The command that submits work, as a request to the session.
#pragma once

#include <optional>
#include <string>

#include "core/change/command_request.h"
#include "core/model/problem.h"
#include "core/model/project.h"

namespace apportion {

// What is as it would be without saying so is left out. Who submits and when is not the form's.
CommandRequest submitRequest(const Workload& work, const std::optional<WorkCommand>& command = {});

// The field that a problem with that request is about, by its name in a scenario ("minReplicas");
// empty = none of them, or several.
std::string submitField(const Problem& problem);

}  // namespace apportion
