// SPDX-License-Identifier: GPL-3.0-or-later
// The keeper of a command that runs, for app/ctl.
#pragma once

#include "core/cluster/local/keeper/keep.h"
