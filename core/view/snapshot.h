// SPDX-License-Identifier: GPL-3.0-or-later
// The engine on the state of a project: for questions, for previews and to go on with.
#pragma once

#include <optional>

#include "core/engine/engine.h"
#include "core/model/project.h"

namespace apportion {

// The spec as the engine has it: a command ends when it ends, and what was stated of its duration
// is an estimate for people.
Workload engineSpec(const ProjectWorkload& work);

// The engine takes a workload as running where it has placements.
bool holdsNodes(const WorkloadRun& run);

// Without work that waits for an approval: it asks for nothing yet. Its moment 0 is `now`: what
// happened before has negative times. Nothing is decided yet.
Engine engineOf(const Project& project, Moment now);

// For a fork that is run ahead from `at`, a moment of its own: commands end when it was stated. Of
// one that has run longer than that nobody knows.
void expectStated(Engine& fork, const Project& project, Instant at);

// Why the engine refuses an event on this state (rule 21); nothing if it applies it.
std::optional<Message> refusalOf(const Project& project, const EventAction& action, Moment now);

// The same for the sizes of `after`, with mode "refuse" and on the nodes there will be: nothing but
// work that would not fit them (below-usage).
std::optional<Message> belowUsage(const Project& before, const Project& after, Moment now);

}  // namespace apportion
