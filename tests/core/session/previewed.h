// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/session/commands/project_preview.h"

namespace apportion {

// What a dry run of the command line tells the person at a desk: of a command, or of what was
// planned there.
template <typename Planned>
std::optional<ProjectPreview> previewed(const ProjectDesk& desk, const Planned& planned) {
    const auto pool = ProjectPool::forCommand(
        ProjectDesk::openToLook(desk.file().path(), desk.who(), desk.clock()));
    return pool ? previewOf(**pool, planned) : std::nullopt;
}

}  // namespace apportion
