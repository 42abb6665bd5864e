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

// When a job started, in seconds; moments 136 years apart are one.
inline constexpr std::uint32_t kNoStart = 0xFFFFFFFF;
constexpr std::uint32_t startSecond(Instant at) {
    return static_cast<std::uint32_t>(at / kSecond);
}
// Jobs of one name that started at different moments, or wait, are runs of one: those behind the
// first get names of their own, "123#2", and are no longer in `twice`. By index, in the order of
// the jobs. `starts` go by job, as far as it has them.
std::vector<std::uint32_t> nameRuns(Trace& trace, const std::vector<std::uint32_t>& starts,
                                    std::vector<NameTwice>& twice);

}  // namespace apportion
