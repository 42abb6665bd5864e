// SPDX-License-Identifier: GPL-3.0-or-later
// What a person would sensibly do next with a pool in which nothing waits.
#pragma once

#include <optional>

#include "core/view/view.h"

namespace apportion {

enum class NextStep { addNodes, newQuota, goLive, submit, makeProject };

struct NextSteps {
    std::optional<NextStep> first;
    std::optional<NextStep> second;  // another way
    friend bool operator==(const NextSteps&, const NextSteps&) = default;
};

// Only what the person may do here.
NextSteps nextStepsOf(const View& view);

}  // namespace apportion
