// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/model/message.h"

namespace apportion {

// Of a run whose status says that it runs: what became of it if its keeper is gone.
std::optional<Message> lossOf(const std::string& folder);

}  // namespace apportion
