// SPDX-License-Identifier: GPL-3.0-or-later
// A pool as large as a console has to bear: quotas in roots of a hundred, two nodes and ten
// workloads for each quota. Everything is submitted at moment 0 and asks for twice what there is.
#pragma once

#include "core/model/scenario.h"

namespace apportion::bench {

Scenario bigPool(int quotas);  // in whole hundreds

}  // namespace apportion::bench
