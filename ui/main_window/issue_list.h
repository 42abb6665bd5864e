// SPDX-License-Identifier: GPL-3.0-or-later
// What a person should look at, in words: warnings of the file, and what the validators of the core
// find in the run.
#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "core/view/view.h"
#include "ui/widgets/badge.h"

namespace apportion::ui {

struct IssueLine {
    Severity severity = Severity::hint;
    QString title;   // two or three words; empty = `what` stands alone
    QString what;    // the sentence, with the numbers
    QString remedy;  // what mends it
    QString where;   // quota, workload, node, or place in a file
    QString since;
    std::optional<int> team;
    Issue issue;          // to jump and to mend; of a file's warning empty
    QString fixText;      // of the button; empty = none
    QString damaged;      // the file that its button recovers into a new one
    bool passed = false;  // leaves nothing to mend: its button takes it from the list
    // Whether it is the same issue, with other numbers perhaps.
    bool sameAs(const IssueLine& other) const {
        return title == other.title && where == other.where && fixText == other.fixText &&
               severity == other.severity && issue.fix == other.issue.fix &&
               (!title.isEmpty() || what == other.what);
    }
    // Whether it is about the same, whatever would mend it now.
    bool isAbout(const IssueLine& other) const {
        return title == other.title && where == other.where &&
               issue.validator == other.issue.validator && issue.subject == other.issue.subject &&
               (!title.isEmpty() || what == other.what);
    }
    friend bool operator==(const IssueLine&, const IssueLine&) = default;
};

// Whether the window can go there.
bool isPlace(Issue::Subject subject);

// What the button that mends it says; empty = there is none.
QString fixTextOf(const Issue& issue);

// What is wrong where it stands without its row: whom it is about is said, too.
QString aloneText(const IssueLine& line);

// Errors first, then warnings, then hints; in each what is passed last.
std::vector<IssueLine> issuesOf(const View& view);
std::vector<IssueLine> issuesOf(const Problems& problems);

// What is true where there is none: also that nothing is decided, or that it is so at the moment
// shown.
QString noIssuesText(const View& view);
int countOf(const std::vector<IssueLine>& issues, Severity severity);
QString severityText(Severity severity);
Tone toneOf(Severity severity);

}  // namespace apportion::ui
