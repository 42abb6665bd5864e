// SPDX-License-Identifier: GPL-3.0-or-later
// Why a job of Slurm waits: what Slurm says of it, and beside that our rules.
#pragma once

#include "core/model/explanation.h"
#include "core/view/view.h"
#include "ui/widgets/explanation_rail.h"

namespace apportion::ui {

QList<RailStep> slurmSteps(const View& view, const Explanation& explanation);

}  // namespace apportion::ui
