// SPDX-License-Identifier: GPL-3.0-or-later
// How a run of a command is or ended, in words.
#pragma once

#include "core/cluster/local/keeper/keeper.h"

namespace apportion {

// "SIGTERM"; the number where it has no name.
std::string signalName(int signal);

struct RunState {
    enum class Tone { running, good, asked, bad };
    Tone tone = Tone::running;
    Message sentence;
    friend bool operator==(const RunState&, const RunState&) = default;
};
RunState runStateOf(Keeper& keeper);

}  // namespace apportion
