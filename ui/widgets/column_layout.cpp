// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/column_layout.h"

#include <algorithm>
#include <limits>

#include <QHeaderView>
#include <QTreeView>

namespace apportion::ui {

ColumnLayout::ColumnLayout(QTreeView* view) : QObject(view), m_view(view) {
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &ColumnLayout::apply);
    // Live values change several times a second: a longer number gets its room a little later,
    // and no column ever shrinks under the eye.
    m_later.setSingleShot(true);
    m_later.setInterval(250);
    connect(&m_later, &QTimer::timeout, this, &ColumnLayout::growFor);
    connect(view->header(), &QHeaderView::sectionResized, this,
            [this](int column, int before, int width) {
                // A column that comes back from hiding is nobody's choice of a width.
                if (before > 0)
                    userResized(column, width);
            });
}

void ColumnLayout::setColumns(const QList<ColumnSpec>& columns) {
    m_columns = columns;
    schedule();
}

void ColumnLayout::schedule() {
    m_soon.start();
}

void ColumnLayout::reset() {
    m_userWidths.clear();
    schedule();
}

void ColumnLayout::watchModel() {
    for (const auto& connection : m_model)
        disconnect(connection);
    m_model.clear();
    const QAbstractItemModel* model = m_view->model();
    if (!model)
        return;
    m_model << connect(model, &QAbstractItemModel::modelReset, this, &ColumnLayout::schedule)
            << connect(model, &QAbstractItemModel::rowsInserted, this, [this] { m_later.start(); })
            << connect(model, &QAbstractItemModel::dataChanged, this, [this] {
                   if (!m_later.isActive())
                       m_later.start();
               });
    schedule();
}

ColumnSpec ColumnLayout::specOf(int column) const {
    return column < m_columns.size() ? m_columns[column] : ColumnSpec{};
}

int ColumnLayout::wanted(int column) const {
    const ColumnSpec spec = specOf(column);
    if (spec.sizing == ColumnSpec::fixed)
        return spec.width;
    const QHeaderView* header = m_view->header();
    const auto pad = [header](const char* property) {
        const QVariant value = header->property(property);
        return value.isValid() ? value.toInt() - 8 : 0;
    };
    int head = header->isHidden() ? 0 : header->sectionSizeHint(column);
    // The titles at the edges stand away from them like their cells.
    const int visual = header->visualIndex(column);
    head += (visual == 0 ? pad("leadingPad") : 0) +
            (visual == header->count() - 1 ? pad("trailingPad") : 0);
    const auto* items = static_cast<const QAbstractItemView*>(m_view);
    const int fitting = std::max({head, items->sizeHintForColumn(column), spec.minimum});
    // The width of a fitting column is the most it takes: one long name leaves room for the others.
    return spec.width > 0 ? std::min(fitting, std::max(head, spec.width)) : fitting;
}

// A column that states both a width and a minimum gives way down to that.
int ColumnLayout::leastOf(int column) const {
    const ColumnSpec spec = specOf(column);
    if (spec.width == 0 || spec.minimum == 0)
        return std::numeric_limits<int>::max();
    return spec.sizing == ColumnSpec::fit
               ? std::max(spec.minimum, m_view->header()->sectionSizeHint(column))
               : spec.minimum;
}

void ColumnLayout::userResized(int column, int width) {
    if (m_applying || width <= 0)
        return;
    while (m_userWidths.size() <= column)
        m_userWidths.append(0);
    m_userWidths[column] = width;
    emit userWidthsChanged();
}

void ColumnLayout::setUserWidths(const QList<int>& widths) {
    m_userWidths = widths;
    schedule();
}

void ColumnLayout::apply() {
    applyFrom({});
}

void ColumnLayout::applyFrom(const QList<int>& kept) {
    QHeaderView* header = m_view->header();
    const int count = header->count();
    if (count == 0)
        return;
    m_applying = true;
    // What was hidden for want of room gets its chance again; what the user hid stays hidden.
    for (int column = 0; column < std::min<int>(count, static_cast<int>(m_hiddenHere.size()));
         ++column)
        if (m_hiddenHere[column])
            header->setSectionHidden(column, false);
    m_hiddenHere = QList<bool>(count, false);

    QList<int> widths(count, 0);
    int total = 0;
    int stretching = -1;
    for (int column = 0; column < count; ++column) {
        if (header->isSectionHidden(column))
            continue;
        const int user = column < m_userWidths.size() ? m_userWidths[column] : 0;
        const ColumnSpec spec = specOf(column);
        const bool stretch = spec.sizing == ColumnSpec::stretch && user == 0;
        if (stretch)
            stretching = column;
        widths[column] = user > 0 ? user
                         // Short names leave the others what they do not need.
                         : stretch
                             ? std::max({spec.minimum, spec.width > 0 ? wanted(column) : 0, 40})
                             : std::max(wanted(column), kept.value(column));
        total += widths[column];
    }
    const int room = m_view->viewport()->width();
    const auto leave = [&](int column) {
        if (header->isSectionHidden(column))
            return;
        header->setSectionHidden(column, true);
        m_hiddenHere[column] = true;
        total -= widths[column];
    };
    const auto mostTaken = [&](int column) {
        const bool user = column < m_userWidths.size() && m_userWidths[column] > 0;
        return user ? 0 : std::max(0, widths[column] - leastOf(column));
    };
    const auto takenFrom = [&](bool names) {
        int taken = 0;
        for (int column = 0; column < count; ++column)
            if (!header->isSectionHidden(column) && specOf(column).isName == names)
                taken += mostTaken(column);
        return taken;
    };
    // No other one leaves while it would do that some are narrower.
    int least = total - takenFrom(false) - takenFrom(true);
    for (int visual = count - 1; visual >= 0 && least > room; --visual) {
        const int column = header->logicalIndex(visual);
        if (!specOf(column).mayHide || header->isSectionHidden(column))
            continue;
        least -= widths[column] - mostTaken(column);
        leave(column);
    }
    for (const bool names : {false, true})
        for (int visual = count - 1; visual >= 0 && total > room; --visual) {
            const int column = header->logicalIndex(visual);
            if (specOf(column).isName != names || mostTaken(column) == 0 ||
                header->isSectionHidden(column))
                continue;
            const int narrower = std::max(leastOf(column), widths[column] - (total - room));
            total -= std::max(0, widths[column] - narrower);
            widths[column] = std::min(widths[column], narrower);
        }
    if (stretching >= 0)
        total += growBeside(stretching, room - total, widths);
    if (stretching >= 0)
        widths[stretching] += std::max(0, room - total);
    for (int column = 0; column < count; ++column)
        if (!header->isSectionHidden(column))
            header->resizeSection(column, widths[column]);
    m_applying = false;
}

// What the column that takes the rest does not need for its contents goes to those that are cut by
// their own most, from the left. How much they took.
int ColumnLayout::growBeside(int stretching, int spare, QList<int>& widths) const {
    const auto* items = static_cast<const QAbstractItemView*>(m_view);
    if (spare > 0)
        spare -= std::max(0, items->sizeHintForColumn(stretching) - widths[stretching]);
    int taken = 0;
    for (int visual = 0; visual < widths.size() && spare > taken; ++visual) {
        const int column = m_view->header()->logicalIndex(visual);
        const bool user = column < m_userWidths.size() && m_userWidths[column] > 0;
        const ColumnSpec spec = specOf(column);
        if (m_view->header()->isSectionHidden(column) || user || spec.width == 0 ||
            spec.sizing != ColumnSpec::fit)
            continue;
        const int more =
            std::clamp(items->sizeHintForColumn(column) - widths[column], 0, spare - taken);
        widths[column] += more;
        taken += more;
    }
    return taken;
}

void ColumnLayout::growFor() {
    QHeaderView* header = m_view->header();
    for (int column = 0; column < header->count(); ++column) {
        const bool user = column < m_userWidths.size() && m_userWidths[column] > 0;
        if (user || header->isSectionHidden(column) || specOf(column).sizing != ColumnSpec::fit)
            continue;
        if (wanted(column) <= header->sectionSize(column))
            continue;
        QList<int> least(header->count(), 0);
        for (int other = 0; other < header->count(); ++other)
            if (specOf(other).sizing == ColumnSpec::fit && !header->isSectionHidden(other))
                least[other] = header->sectionSize(other);
        return applyFrom(least);
    }
}

}  // namespace apportion::ui
