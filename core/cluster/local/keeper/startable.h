// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a command could be started on this machine, looked at as a keeper would (start_command).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/message.h"

namespace apportion {

// The folders, between colons, in which keepers that this process starts look for a program.
std::string programPath();

// What would keep it from being started, by this user and as things are now: command-missing.….
// Nothing = nothing that can be seen beforehand. `path`: as above; nothing = it is not known, and a
// program that is named without a folder is not looked for.
std::optional<Message> missingToStart(const std::vector<std::string>& arguments,
                                      const std::string& directory,
                                      const std::optional<std::string>& path);

}  // namespace apportion
