// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite finds the log by the name of the file. Of a file that was renamed while a program has it
// open that program's log stands under the former name: whoever opens it by the new one writes into
// a log of its own, and is not seen. Internal to store.
#pragma once

#include <optional>
#include <string>

#include "core/model/problem.h"

namespace apportion::store {

// Told without a connection, which would make that other log. Error: project-other-name.
std::optional<Problem> openUnderOtherName(const std::string& path);

}  // namespace apportion::store
