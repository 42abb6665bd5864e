// SPDX-License-Identifier: GPL-3.0-or-later
// The moment at which a temporary change is to end, before it is asked for.
#pragma once

#include <optional>
#include <string>

#include "core/model/message.h"
#include "core/model/project.h"

namespace apportion {

// What stands against it: it is over already, or so far off that it was mistyped; nothing = it may
// end then.
std::optional<Message> refusalOfEnd(Moment now, Moment ends);

// Of what cannot be read as a moment; `example` is one that would be taken.
Message refusalOfNoEnd(std::string example);

}  // namespace apportion
