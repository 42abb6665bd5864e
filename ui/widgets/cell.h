// SPDX-License-Identifier: GPL-3.0-or-later
// What a cell of a tree or table shows, as one value. Models return it for CellRole; one delegate
// (ui/widgets/cell_delegate.h) paints all of them in all views.
#pragma once

#include <optional>

#include <QList>
#include <QMetaType>
#include <QString>

#include "ui/widgets/badge.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/usage_bar.h"

namespace apportion::ui {

enum ItemRole {
    CellRole = Qt::UserRole + 900,  // a Cell
    GroupRole,  // bool, of column 0: the row is a group head and spans all columns (sunken)
    SortRole,   // what proxies compare; never the text
};

enum class CellKind {
    text,            // [dot] [icon] text, second voice, marks: names and words
    number,          // tabular, at the right edge
    numberOfNumber,  // "64 / 80"
    bar,             // a usage bar
    badge,
    reason,  // a badge and a sentence
    change,  // before -> after
    spans,   // bands on one scale, and a mark
    tally,   // so many of all, as cells, then the text
};

// From 0 to 1 of the scale, in the colour of a team.
struct CellSpan {
    double low = 0;
    double high = 0;
    int team = 0;
    friend bool operator==(const CellSpan&, const CellSpan&) = default;
};

struct Cell {
    CellKind kind = CellKind::text;
    QString text;             // the name, sentence or number; the value before a change
    QString second;           // second voice; the other number; the value after a change
    std::optional<int> team;  // a dot in the team's colour before the text
    int dotSize = 10;         // 10 before the name of a quota, 8 before a mention of it
    Icon icon = Icon::none;   // 14 px before the text
    Role iconRole = Role::text2;
    QList<Icon> marks;       // small icons after the name: policies at a glance
    Role role = Role::text;  // colour of the text, or of the value after a change
    Type type = Type::body;
    bool cutInside = false;  // a name that differs from others at its end: cut in its middle
    bool wraps = false;      // the second voice goes on in a second line where the row has room
    Badge badge;
    UsageBar bar;
    QList<CellSpan> spans;
    double mark = -1;  // from 0 to 1; less = none
    int part = 0;      // of a tally
    int whole = 0;

    // The common cells by name. All texts are already translated and formatted.
    static Cell words(const QString& text, const QString& second = {});
    static Cell name(const QString& text, const QString& second = {});  // 13/500
    static Cell number(const QString& text, Role role = Role::text);
    static Cell numberOf(const QString& part, const QString& whole, Type type = Type::body);
    static Cell usage(const UsageBar& bar);
    static Cell label(const Badge& badge);
    static Cell reason(const Badge& badge, const QString& sentence);
    static Cell change(const QString& before, const QString& after, Role role = Role::text);
    static Cell bands(const QList<CellSpan>& spans, double mark);
    static Cell tally(int part, int whole, const QString& text);

    // So that a cell can be said in one expression.
    Cell& withTeam(int index, int size = 10);
    Cell& withIcon(Icon which, Role iconColor = Role::text2);
    Cell& withMarks(const QList<Icon>& icons);
    Cell& withRole(Role textColor);
    Cell& withType(Type face);
    Cell& withBothEnds();
    Cell& withTwoLines();

    // The cell as text: for copies, exports and screen readers.
    QString plainText() const;

    friend bool operator==(const Cell&, const Cell&) = default;
};

}  // namespace apportion::ui

Q_DECLARE_METATYPE(apportion::ui::Cell)
