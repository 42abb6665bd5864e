// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace apportion::ui {

// Without a key for so long, somebody has typed to the end: what stands there counts, or is told to
// be wrong.
inline constexpr std::chrono::milliseconds kTypingPause{600};

}  // namespace apportion::ui
