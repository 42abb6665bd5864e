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
// the device (from 0) of each part, for whole ones the first of as many in a row. Whole parts lie
// at the end of the node, so that fractions have the devices from 0 on.
// Fractions go where rule 13 puts them, in file order (the fullest shared device that has room);
// where that does not work out, largest first; then by search. Nothing = they do not fit.
std::optional<std::vector<int>> packDevices(const std::vector<Gpu>& parts, int devices);

}  // namespace apportion
