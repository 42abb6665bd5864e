// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/cell.h"

namespace apportion::ui {

Cell Cell::words(const QString& text, const QString& second) {
    Cell cell;
    cell.text = text;
    cell.second = second;
    return cell;
}

Cell Cell::name(const QString& text, const QString& second) {
    return words(text, second).withType(Type::name);
}

Cell Cell::number(const QString& text, Role role) {
    Cell cell = words(text).withRole(role);
    cell.kind = CellKind::number;
    return cell;
}

Cell Cell::numberOf(const QString& part, const QString& whole, Type type) {
    Cell cell = words(part, whole).withType(type);
    cell.kind = CellKind::numberOfNumber;
    return cell;
}

Cell Cell::usage(const UsageBar& bar) {
    Cell cell;
    cell.kind = CellKind::bar;
    cell.bar = bar;
    return cell;
}

Cell Cell::label(const Badge& badge) {
    Cell cell;
    cell.kind = CellKind::badge;
    cell.badge = badge;
    return cell;
}

Cell Cell::reason(const Badge& badge, const QString& sentence) {
    Cell cell = words(sentence).withRole(Role::text2);
    cell.kind = CellKind::reason;
    cell.badge = badge;
    return cell;
}

Cell Cell::change(const QString& before, const QString& after, Role role) {
    Cell cell = words(before, after).withRole(role);
    cell.kind = CellKind::change;
    return cell;
}

Cell Cell::bands(const QList<CellSpan>& spans, double mark) {
    Cell cell;
    cell.kind = CellKind::spans;
    cell.spans = spans;
    cell.mark = mark;
    return cell;
}

Cell Cell::tally(int part, int whole, const QString& text) {
    Cell cell = words(text);
    cell.kind = CellKind::tally;
    cell.part = part;
    cell.whole = whole;
    return cell;
}

Cell& Cell::withTeam(int index, int size) {
    team = index;
    dotSize = size;
    return *this;
}

Cell& Cell::withIcon(Icon which, Role iconColor) {
    icon = which;
    iconRole = iconColor;
    return *this;
}

Cell& Cell::withMarks(const QList<Icon>& icons) {
    marks = icons;
    return *this;
}

Cell& Cell::withRole(Role textColor) {
    role = textColor;
    return *this;
}

Cell& Cell::withType(Type face) {
    type = face;
    return *this;
}

Cell& Cell::withBothEnds() {
    cutInside = true;
    return *this;
}

Cell& Cell::withTwoLines() {
    wraps = true;
    return *this;
}

QString Cell::plainText() const {
    switch (kind) {
        case CellKind::text:
        case CellKind::number:
        case CellKind::spans:
        case CellKind::tally:
            return text;
        case CellKind::numberOfNumber:
            return QStringLiteral("%1 / %2").arg(text, second);
        case CellKind::bar:
            return usageBarText(bar);
        case CellKind::badge:
            return badge.text;
        case CellKind::reason:
            return text.isEmpty() ? badge.text : QStringLiteral("%1: %2").arg(badge.text, text);
        case CellKind::change:
            return QStringLiteral("%1 \u2192 %2").arg(text, second);
    }
    return {};
}

}  // namespace apportion::ui
