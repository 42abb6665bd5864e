// SPDX-License-Identifier: GPL-3.0-or-later
// Links that other users created: in a shared folder they can lead to files of whoever follows.
#pragma once

#include <string>

namespace apportion {

// The first such link on the way to a path, which need not exist; empty if there is none. Links of
// root and of this user are followed.
std::string linkOfAnother(const std::string& path);

}  // namespace apportion
