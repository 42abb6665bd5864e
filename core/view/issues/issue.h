// SPDX-License-Identifier: GPL-3.0-or-later
// Something a person should look at: what, how bad, about whom, since when, and what mends it. Each
// is found anew from the present state, so it is gone as soon as it is mended.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/message.h"

namespace apportion {

enum class Severity { error, warning, hint };

// What mends it, as a value: one command of the table, or a dialog with its fields filled in.
struct IssueFix {
    enum class Kind {
        none,
        command,          // `command` with `arguments`, as apportionctl takes them
        scaling,          // the scaling wizard with `targets`
        childPreemption,  // the dialog of `subject`
        selfPreemption,
        explain,  // the inspector says what would change it for `subject`
        endRun    // Session::endUnknownRun() of `subject`
    };
    Kind kind = Kind::none;
    std::string command;
    std::vector<std::pair<std::string, std::string>> arguments;
    std::vector<std::pair<std::string, Gpu>> targets;  // quotas and their new guarantees
    std::string subject;
    friend bool operator==(const IssueFix&, const IssueFix&) = default;
};

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
