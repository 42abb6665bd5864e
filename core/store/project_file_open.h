// SPDX-License-Identifier: GPL-3.0-or-later
// Internal to store: what a ProjectFile holds.
#pragma once

#include "core/store/open_file.h"
#include "core/store/project_file.h"

namespace apportion {

struct ProjectFile::Open : store::OpenFile {
    using store::OpenFile::OpenFile;
};

}  // namespace apportion
