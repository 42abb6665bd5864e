// SPDX-License-Identifier: GPL-3.0-or-later
// What a person should look at: warnings of the file, and what the run itself shows.
#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "core/session/view.h"
#include "ui/widgets/badge.h"

namespace apportion::ui {

struct Issue {
    enum class Severity { error, warning, hint };
    Severity severity = Severity::hint;
    QString what;
    QString detail;  // what mends it, or the numbers
    QString where;   // quota, or place in a file
    std::optional<int> team;
    QString quota;  // to jump to
};

// Errors first, then warnings, then hints.
std::vector<Issue> issuesOf(const View& view);
std::vector<Issue> issuesOf(const Problems& problems);

int countOf(const std::vector<Issue>& issues, Issue::Severity severity);

}  // namespace apportion::ui
