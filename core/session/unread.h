// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a submission besides the arguments that cannot be read.
#pragma once

#include "core/model/problem.h"

namespace apportion {

// Of what was found without them: what holds whatever they are meant to be.
Problems holdsAnyway(Problems found, const Problems& unread);

}  // namespace apportion
