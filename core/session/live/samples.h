// SPDX-License-Identifier: GPL-3.0-or-later
// What the history keeps of a moment: GPUs in use, the fair share, what waits and how long, for
// each quota and workspace, and how large the pool is.
#pragma once

#include <vector>

#include "core/engine/engine.h"
#include "core/model/project.h"
#include "core/store/project_file.h"

namespace apportion {

std::vector<ProjectFile::HistorySample> samplesOf(const Engine& engine, const Project& project,
                                                  Moment now);

}  // namespace apportion
