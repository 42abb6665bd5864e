// SPDX-License-Identifier: GPL-3.0-or-later
// What one may know of another team's work: its module and its quota, not its name.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/model/explanation.h"

namespace apportion {

// The name under which somebody may hear of a workload: nothing = its own.
using Alias = std::function<std::optional<std::string>(std::string_view workload)>;

// "training work in Quota1.2"
std::string aliasOf(Module module, std::string_view quota);

// A workload's name.
void redact(std::string& name, const Alias& alias);
void redact(Message& message, const Alias& alias);
void redact(Eviction& eviction, const Alias& alias);
void redact(RunsOn& runsOn, const Alias& alias);
// Also takes away the suggestions that would name somebody else's work as a thing to end.
void redact(Explanation& explanation, const Alias& alias);

}  // namespace apportion
