// SPDX-License-Identifier: GPL-3.0-or-later
// An amount taken from several by their size.
#pragma once

#include <span>
#include <vector>

#include "core/model/quantity.h"

namespace apportion {

struct SpreadPart {
    Gpu weight = 0;
    Gpu most = 0;  // what it can give; negative = nothing
};

// What each gives of `amount`: by the weights, in whole GPUs with the largest remainder, ties to
// the first. Who can give less than that gives what it can, and the others the rest. What is no
// whole GPU, of the amount or of what somebody can give, comes last. Less than `amount` in sum only
// where all of them cannot give more.
std::vector<Gpu> spreadOver(Gpu amount, std::span<const SpreadPart> parts);

}  // namespace apportion
