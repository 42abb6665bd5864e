// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/run_loss.h"

#include "core/cluster/local/run_state.h"

namespace apportion {

std::optional<Message> lossOf(const std::string& folder) {
    auto keeper = Keeper::find(folder);
    if (!keeper || keeper->look() != Keeper::State::lost)
        return std::nullopt;
    return runStateOf(*keeper).sentence;
}

}  // namespace apportion
