// SPDX-License-Identifier: GPL-3.0-or-later
// Internal to store: what a ProjectFile holds.
#pragma once

#include <utility>

#include "core/store/open_file.h"
#include "core/store/project_file.h"

namespace apportion {

struct ProjectFile::Open : store::OpenFile {
    using store::OpenFile::OpenFile;
};

namespace store {

// Whoever meets damage has the whole file checked, so that no other program goes on writing.
void lookInto(const Problems& met, ProjectFile& file, OpenFile& open);

// What `work` gives (a Result), or the problem of what it threw.
template <typename Work>
auto guarded(ProjectFile& file, OpenFile& open, Work&& work) -> decltype(work()) {
    auto answer = guarded(file.path(), std::forward<Work>(work));
    if (!answer)
        lookInto(answer.error(), file, open);
    return answer;
}

}  // namespace store

}  // namespace apportion
