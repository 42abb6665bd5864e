// SPDX-License-Identifier: GPL-3.0-or-later
// The command that makes a quota, with all that a new one needs: its policies, the GPUs that others
// give up for it, and the workspace that uses it.
#pragma once

#include "core/change/command.h"

namespace apportion::rows {

CommandInfo quotaAdd();

}  // namespace apportion::rows
