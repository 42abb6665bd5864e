// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite finds the log by the name of the file. Of a file that was renamed while a program has it
// open that program's log stands under the former name: whoever opens it by the new one writes into
// a log of its own, and is not seen. So does whoever opens it after that program was killed.
// Internal to store.
#pragma once

#include <optional>
#include <string>

#include "core/model/problem.h"

namespace apportion::store {

struct LogElsewhere {
    Problem told;     // why nothing may be written
    std::string log;  // to be read with the file; empty = none, or not known
};
// Told without a connection to the file, which would make that other log. Errors:
// project-other-name, project-other-log, project-log-left.
std::optional<LogElsewhere> logElsewhere(const std::string& path);

// Whether the log goes on from where the file ends: has entries that come after its last.
bool goesOn(const std::string& path, const std::string& log);

// Whether any connection has this index (-shm), also one of this process.
bool isIndexUsed(const std::string& index);

}  // namespace apportion::store
