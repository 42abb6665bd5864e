// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/commands/half_files.h"

#include "core/store/half_files.h"

namespace apportion {

std::vector<std::string> halfFilesOf(const std::string& project) {
    return store::halfFilesOf(project);
}

}  // namespace apportion
