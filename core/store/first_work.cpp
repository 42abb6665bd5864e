// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/first_work.h"

#include <algorithm>
#include <utility>

namespace apportion::store {

std::vector<std::size_t> firstOf(const std::vector<ProjectWorkload>& work, std::size_t most) {
    std::vector<std::size_t> first;
    std::vector<std::pair<Moment, std::size_t>> waiting;
    waiting.reserve(work.size());
    for (std::size_t i = 0; i < work.size(); ++i)
        if (work[i].needsApproval() || !work[i].run.placements.empty())
            first.push_back(i);
        else
            waiting.emplace_back(work[i].run.submitted, i);
    if (waiting.size() > most) {
        std::nth_element(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(most),
                         waiting.end());
        waiting.resize(most);
    }
    for (const auto& [submitted, i] : waiting)
        first.push_back(i);
    std::sort(first.begin(), first.end());
    return first;
}

}  // namespace apportion::store
