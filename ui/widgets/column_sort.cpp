// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/column_sort.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QHeaderView>
#include <QMenu>

namespace apportion::ui {

namespace {

struct Sort {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::Sort)
};

}  // namespace

void ColumnSort::click(int clicked, bool ascendingFirst) {
    if (column != clicked)
        *this = {clicked, !ascendingFirst};
    else if (descending != ascendingFirst)
        descending = !descending;
    else
        *this = {};
}

void ColumnSort::showIn(QHeaderView* header) const {
    header->setSortIndicatorShown(column >= 0);
    header->setSortIndicator(column, descending ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void fillSortMenu(QMenu* menu, const ColumnSort& sort, const QString& unsorted,
                  const QList<SortColumn>& columns,
                  const std::function<void(const ColumnSort&)>& choose) {
    auto* group = new QActionGroup(menu);
    const auto by = [&](const QString& text, const ColumnSort& chosen) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(sort.column == chosen.column);
        group->addAction(action);
        QObject::connect(action, &QAction::triggered, menu, [choose, chosen] { choose(chosen); });
    };
    by(unsorted, {});
    for (const SortColumn& each : columns)
        by(each.title, {each.column, !each.ascendingFirst});
    menu->addSeparator();
    QAction* descending = menu->addAction(Sort::tr("Largest first"));
    descending->setCheckable(true);
    descending->setChecked(sort.descending);
    descending->setEnabled(sort.column >= 0);
    QObject::connect(descending, &QAction::toggled, menu, [choose, column = sort.column](bool on) {
        choose({column, on});
    });
}

}  // namespace apportion::ui
