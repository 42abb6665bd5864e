// SPDX-License-Identifier: GPL-3.0-or-later
// Folders that nobody but their user can write to or look into: what stands in them is run.
#pragma once

#include <string>
#include <string_view>

#include "core/model/problem.h"

namespace apportion {

// $XDG_STATE_HOME/apportion, else ~/.local/state/apportion; it need not be there.
// Error: state-folder, where neither is known.
Result<std::string> stateFolder();

// Makes the folder and what is missing above it, 0700. One that is there already must be a folder
// of this user that nobody else may write to; that others may read it is mended.
// Error: folder-not-safe.
Result<void> makePrivateFolder(const std::string& path);

// Replaces what stands at a path: written beside it (0600), flushed to the device and renamed.
// Error: folder-not-safe.
Result<void> replaceFile(const std::string& path, std::string_view text);

// What stands in a small file; nothing if it is not there, or no plain file.
std::string smallFile(const std::string& path);

}  // namespace apportion
