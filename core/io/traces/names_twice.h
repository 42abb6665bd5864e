// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs that have the name of another one.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/trace.h"

namespace apportion {

// By index of Trace::jobs: one that has its name although an earlier one has it, and the first that
// does.
struct NameTwice {
    std::uint32_t first = 0;
    std::uint32_t job = 0;
};
// In the order of the jobs.
std::vector<NameTwice> namesTwice(const Trace& trace);

}  // namespace apportion
