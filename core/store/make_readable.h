// SPDX-License-Identifier: GPL-3.0-or-later
// What was salvaged of a state, cut down to what makes sense together. Internal to store.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/store/objects.h"

namespace apportion::store {

struct Dropped {
    // recover-object-lost, recover-object-made for what was put there, recover-unseated for work
    // that waits again, recover-run-lost for work whose run was lost and that waits again too
    std::string_view code;
    ObjectKind kind;
    std::string key;
};
// As few objects as can be are dropped, so that the program can read the rest as a project. Where
// the pool itself is missing it gets its defaults and this name; without an administrator, `who`
// becomes one.
std::vector<Dropped> makeReadable(Objects& objects, const std::string& who,
                                  const std::string& name);

// Work of the tables whose run is lost waits: as of what `journal` has of it, or since what changed
// it last, at `momentOf` that entry. What stands in the journal alone may have ended.
std::vector<Dropped> letWait(Objects& objects, const Objects& tables, const Objects& journal,
                             const std::function<Moment(Revision)>& momentOf);

// The facts that lead from one state to another.
std::vector<Fact> factsBetween(const Objects& before, const Objects& after);

}  // namespace apportion::store
