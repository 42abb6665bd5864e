// SPDX-License-Identifier: GPL-3.0-or-later
// A reason in a few words, for the rows of a table: what stands in the way, with its numbers. What
// would help is left to the whole sentence.
#pragma once

#include "core/model/reason.h"

namespace apportion {

// "short-" and the code of the message or, where that variant has none, of the reason. The whole
// message where its arguments do not fill one in.
Message shortReason(const Reason& reason);

// The code that a badge goes by: the reason's, or "not-started" for a command that failed without
// having run, or "not-run-here" where only another file can tell whether it has.
std::string badgeCode(const Reason& reason);

}  // namespace apportion
