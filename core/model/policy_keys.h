// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a policy change one by one, for what treats all of them alike.
#pragma once

#include "core/model/event.h"

namespace apportion {

// Calls `use` with the member of each key.
template <typename Use>
void eachPolicyKey(Use&& use) {
    use(&PolicyChange::team);
    use(&PolicyChange::nodes);
    use(&PolicyChange::limit);
    use(&PolicyChange::weight);
    use(&PolicyChange::rank);
    use(&PolicyChange::overQuota);
    use(&PolicyChange::lend);
    use(&PolicyChange::priorityPreemption);
    use(&PolicyChange::queueing);
    use(&PolicyChange::minRuntime);
    use(&PolicyChange::selfPreemption);
    use(&PolicyChange::childPreemption);
    use(&PolicyChange::budget);
}

}  // namespace apportion
