// SPDX-License-Identifier: GPL-3.0-or-later
// Which device each part of a snapshot sits on. A scenario names the node of a running replica,
// not the device; validate() and the engine must come to the same answer.
#pragma once

#include <optional>
#include <vector>

#include "core/model/quantity.h"

namespace apportion {

// `parts`: what each replica on one node holds, in file order; a part below kOneGpu shares one
// device with others, a part from kOneGpu up is whole and has its devices alone. The answer gives
// the devices (from 0, ascending) of each part.
// First as rule 13 would, one after another: a fraction on the fullest shared device that has room,
// everything else on the lowest free ones. Where that does not work out, whole parts at the end of
// the node and fractions largest first; then by search. Nothing = they do not fit.
using PackedDevices = std::vector<std::vector<int>>;  // by part
std::optional<PackedDevices> packDevices(const std::vector<Gpu>& parts, int devices);

}  // namespace apportion
