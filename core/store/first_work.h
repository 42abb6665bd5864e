// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a crowd of work that is looked at first, so that it can be shown before the rest has
// been read.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "core/model/project.h"

namespace apportion::store {

// All that runs or waits for an approval, and of the rest what was submitted first.
struct FirstWork {
    std::vector<ProjectWorkload> work;  // by place
    std::size_t others = 0;             // that wait, too
};

// Who is told of it, on any thread; of what waits there are `most`.
struct FirstLook {
    std::size_t most = 0;
    std::function<void(FirstWork&& first)> tell = {};
};

// Their places in the list. Nothing else than the run and the command of each is looked at.
std::vector<std::size_t> firstOf(const std::vector<ProjectWorkload>& work, std::size_t most);

}  // namespace apportion::store
