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
    Issue issue;          // to jump and to mend; of a file's warning its code alone
    QString fixText;      // of the button; empty = none
    QString damaged;      // the file that its button recovers into a new one
    bool passed = false;  // leaves nothing to mend: its button takes it from the list
    int count = 0;        // of the head of a kind: how many issues it has
    // Whether it is the same issue, with other numbers perhaps.
    bool sameAs(const IssueLine& other) const {
        return title == other.title && where == other.where && fixText == other.fixText &&
               severity == other.severity && issue.fix == other.issue.fix && count == other.count &&
               (!title.isEmpty() || what == other.what);
    }
    // Whether both are of one kind: what is titled alike is one, whoever found it.
    bool isOfKind(const IssueLine& other) const;
    // Whether it is about the same, whatever would mend it now.
    bool isAbout(const IssueLine& other) const {
        if (count > 0 || other.count > 0)
            return count > 0 && other.count > 0 && isOfKind(other);
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

// A kind of which there are several, and its issues; or one issue alone, without any.
struct IssueKind {
    IssueLine head;
    std::vector<IssueLine> lines;
    friend bool operator==(const IssueKind&, const IssueKind&) = default;
};
inline constexpr std::size_t kLeastOfAKind = 3;  // fewer stand alone

// By kind: errors, warnings, hints; in each the kind with the most issues first. Of the head of a
// kind: where all of them are, since when the first of them is, and the first sentence, which is of
// the worst.
std::vector<IssueKind> byKind(std::vector<IssueLine> lines);

// What is true where there is none: also that nothing is decided, or that it is so at the moment
// shown.
QString noIssuesText(const View& view);
int countOf(const std::vector<IssueLine>& issues, Severity severity);
QString severityText(Severity severity);
Tone toneOf(Severity severity);

}  // namespace apportion::ui
