// SPDX-License-Identifier: GPL-3.0-or-later
// Something a person should look at: what, how bad, about whom, since when, and what mends it. Each
// is found anew from the present state, so it is gone as soon as it is mended.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/change/change.h"
#include "core/model/message.h"

namespace apportion {

enum class Severity { error, warning, hint };

// What mends it, as a value: one command of the table, or a dialog with its fields filled in.
struct IssueFix {
    enum class Kind {
        none,
        command,          // `change`
        scaling,          // the scaling wizard with `targets`
        childPreemption,  // the dialog of `subject`
        selfPreemption,
        explain,  // the inspector says what would change it for `subject`
        endRun    // Session::endUnknownRun() of `subject`
    };
    Kind kind = Kind::none;
    std::optional<Change> change;
    std::vector<std::pair<std::string, Gpu>> targets;  // quotas and their new guarantees
    std::string subject;
    friend bool operator==(const IssueFix& a, const IssueFix& b);
};

// One command, done about its subject.
IssueFix fixBy(Change change, std::string subject);
// Whether it may touch what others run or wait for: such a fix shows first what it would do.
bool showsFirst(const IssueFix& fix);

struct Issue {
    enum class Subject { none, quota, workload, node, workspace, place };
    std::string_view validator;  // id of the row that found it
    Severity severity = Severity::hint;
    Message what;  // its remedy says what mends it
    Subject subjectKind = Subject::none;
    std::string subject;  // to jump to
    int colour = -1;      // of the quota or the workload's; -1 = none
    std::optional<Instant> since;
    bool atLeastSince = false;  // it may have begun before: who saw it earlier knows better
    bool ofOthers = false;      // it counts what who reads the subject alone may not see
    IssueFix fix;
    friend bool operator==(const Issue&, const Issue&) = default;
};

}  // namespace apportion
