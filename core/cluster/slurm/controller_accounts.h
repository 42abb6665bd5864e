// SPDX-License-Identifier: GPL-3.0-or-later
// What the controller itself knows of accounts: `scontrol show assoc_mgr flags=assoc,qos`, each
// limit with its use. It answers while accounting is down.
#pragma once

#include <string_view>

#include "core/cluster/slurm/picture.h"

namespace apportion::slurm {

// The tree, limits, and QOS: without preempt lists, times, QOS of accounts, and descriptions.
void parseController(std::string_view text, Picture& picture);
// The use of GPU minutes alone, of associations that are there.
void takeMinutes(std::string_view text, Picture& picture);

}  // namespace apportion::slurm
