// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace apportion {

// The message of a reason where work that runs was evicted for it the last time already (rule 26).
inline constexpr char kTookBefore[] = "no-eligible-victims.took-before";

}  // namespace apportion
