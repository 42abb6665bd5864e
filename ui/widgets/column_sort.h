// SPDX-License-Identifier: GPL-3.0-or-later
// By which column rows are sorted, as clicks on heads and a menu choose it.
#pragma once

#include <functional>

#include <QList>
#include <QString>

class QHeaderView;
class QMenu;

namespace apportion::ui {

struct ColumnSort {
    int column = -1;  // -1 = as they come
    bool descending = false;

    // The first click sorts, numbers from the largest; the second turns it round, the third goes
    // back to how they come.
    void click(int clicked, bool ascendingFirst);
    void showIn(QHeaderView* header) const;
    friend bool operator==(const ColumnSort&, const ColumnSort&) = default;
};

struct SortColumn {
    int column = 0;
    QString title;
    bool ascendingFirst = false;
};

// `unsorted`: what to call it where nothing sorts.
void fillSortMenu(QMenu* menu, const ColumnSort& sort, const QString& unsorted,
                  const QList<SortColumn>& columns,
                  const std::function<void(const ColumnSort&)>& choose);

}  // namespace apportion::ui
