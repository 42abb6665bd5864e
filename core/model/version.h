// SPDX-License-Identifier: GPL-3.0-or-later
// Which program this is.
#pragma once

#include <string>
#include <string_view>

namespace apportion {

// 12 digits, or "unknown" outside a repository. Programs link apportion_commit for it.
extern const char* const kCommit;

// What --version prints: the version, the commit, the scenario format, and the revision of the
// rules.
std::string versionText(std::string_view program);

}  // namespace apportion
