// SPDX-License-Identifier: GPL-3.0-or-later
// What the quota pane looks like: its head, columns, order, opened rows, and that it remembers.
#include <algorithm>

#include <QAction>
#include <QMenu>

#include "core/view/quota_order.h"
#include "ui/quota_tree/quota_model.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/quota_tree/quota_tree_view.h"
#include "ui/settings.h"
#include "ui/texts.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/segmented.h"

namespace apportion::ui {

namespace {

constexpr int kQuotaPaneLayoutMargin = 12;
constexpr std::size_t kOpened = 2000;  // rows up to which all are open at first

QString keyOf(const QString& file) {
    return Settings::partOf(QStringLiteral("quotas"), file);
}

constexpr int kNames = 180;  // that they take where there is room
constexpr int kLeastNames = 120;
constexpr int kTreeBar = 96;

// Columns that somebody chose beside the first ones take nothing from the names and the bars: the
// tree scrolls. Without them a bar leaves before the names that stand furthest in are too short to
// tell one from the other: its numbers stand beside it.
QList<ColumnSpec> specsOf(bool more, int indent) {
    QList<ColumnSpec> columns(QuotaModel::columns, {ColumnSpec::fit, 50});
    const int least = (more ? kNames : kLeastNames) + indent;
    columns[QuotaModel::nameColumn] = {ColumnSpec::stretch, least, std::max(kNames, least)};
    columns[QuotaModel::usageColumn] = {ColumnSpec::fixed, more ? kTreeBar : 52, kTreeBar, !more};
    columns[QuotaModel::usedColumn] = {ColumnSpec::fit, 92};
    columns[QuotaModel::waitColumn] = {ColumnSpec::fit, 60};
    columns[QuotaModel::teamColumn] = {ColumnSpec::fit, 80};
    columns[QuotaModel::policyColumn] = {ColumnSpec::fit, 72};
    return columns;
}

bool isWords(int column) {
    return column == QuotaModel::nameColumn || column == QuotaModel::teamColumn;
}

}  // namespace

void QuotaPane::fillHead() {
    head_->setPageMargin(kQuotaPaneLayoutMargin);
    shape_ = new Segmented(tr("Shape of the list"), head_);
    shape_->addSegment(Icon::tree, tr("As a tree"));
    shape_->addSegment(Icon::layers, tr("As a flat list"));
    connect(shape_, &Segmented::currentChanged, this, [this](int index) {
        if (memory_.flat == (index == 1))
            return;
        memory_.flat = index == 1;
        soon_.start();
        arrange(query());
    });
    head_->addControl(shape_);
    auto* choose = new IconButton(Icon::columns, tr("Columns and order"), head_);
    columnMenu_ = new QMenu(choose);
    columnMenu_->setAccessibleName(tr("Columns and order"));
    connect(columnMenu_, &QMenu::aboutToShow, this, &QuotaPane::fillColumnMenu);
    connect(choose, &QAbstractButton::clicked, this, [this, choose] {
        columnMenu_->popup(choose->mapToGlobal(QPoint(0, choose->height())));
    });
    head_->addControl(choose);
    add_ = new IconButton(Icon::plus, tr("New child quota"), head_);
    connect(add_, &QAbstractButton::clicked, this, [this] { emit newQuotaWanted(selected()); });
    head_->addControl(add_);
}

void QuotaPane::fillColumnMenu() {
    columnMenu_->clear();
    const QList<int> shown = shownColumns();
    const auto title = [this](int column) {
        return model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    };
    for (int column = QuotaModel::usageColumn; column < QuotaModel::columns; ++column) {
        QAction* action = columnMenu_->addAction(title(column));
        action->setCheckable(true);
        action->setChecked(shown.contains(column));
        connect(action, &QAction::toggled, this,
                [this, column](bool on) { showColumn(column, on); });
    }
    columnMenu_->addSeparator();
    QMenu* sort = columnMenu_->addMenu(tr("Sort by"));
    QList<SortColumn> columns;
    for (int column = 0; column < QuotaModel::columns; ++column)
        if (QuotaModel::keyOf(column) != QuotaKey::file && column != QuotaModel::usageColumn)
            columns.append({column, title(column), isWords(column)});
    fillSortMenu(sort, memory_.sort, tr("As created"), columns, [this](const ColumnSort& chosen) {
        memory_.sort = chosen;
        showSort();
    });
    columnMenu_->addSeparator();
    columnMenu_->addAction(tr("Export as CSV…"), this, &QuotaPane::csvWanted)
        ->setToolTip(tr("Export the filtered quotas as CSV: parent, GPUs, weight, rank, and limit, "
                        "one row each."));
    columnMenu_->setToolTipsVisible(true);
    columnMenu_->addAction(tr("Reset columns and order"), this, &QuotaPane::resetLayout);
}

std::vector<PaneChoice> QuotaPane::choices() {
    std::vector<PaneChoice> choices;
    const auto shape = [&](const QString& text, int index) {
        choices.push_back({text, memory_.flat == (index == 1),
                           [this, index] { shape_->setCurrentIndex(index); }});
    };
    shape(tr("Quotas as a tree"), 0);
    shape(tr("Quotas as a flat list"), 1);
    const QList<int> shown = shownColumns();
    for (int column = QuotaModel::usageColumn; column < QuotaModel::columns; ++column) {
        const bool on = shown.contains(column);
        choices.push_back(
            {tr("Quotas: column %1")
                 .arg(model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()),
             on, [this, column, on] { showColumn(column, !on); }});
    }
    return choices;
}

void QuotaPane::showColumn(int column, bool on) {
    QList<int> columns = shownColumns();
    columns.removeAll(column);
    if (on)
        columns.insert(std::lower_bound(columns.begin(), columns.end(), column), column);
    // None but the name is a choice too.
    memory_.columns = columns.isEmpty() ? QList<int>{-1} : columns;
    setColumns(memory_.columns);
    soon_.start();
}

QList<int> QuotaPane::shownColumns() const {
    QList<int> columns;
    for (int column = QuotaModel::usageColumn; column < QuotaModel::columns; ++column)
        if (memory_.columns.isEmpty() ? column < QuotaModel::kShownFirst
                                      : memory_.columns.contains(column))
            columns << column;
    return columns;
}

void QuotaPane::setColumns(const QList<int>& columns) {
    memory_.columns = columns;
    const QList<int> shown = shownColumns();
    for (int column = QuotaModel::usageColumn; column < QuotaModel::columns; ++column) {
        const bool narrow = narrow_ && columns.isEmpty() && column == QuotaModel::waitColumn;
        tree_->setColumnHidden(column, narrow || !shown.contains(column));
    }
    const int indent = deepestShown(model_->view()->quotas, model_->order()) * tree_->indentation();
    tree_->setColumns(specsOf(!shown.isEmpty() && shown.back() >= QuotaModel::kShownFirst, indent));
}

void QuotaPane::sortBy(int column) {
    if (QuotaModel::keyOf(column) == QuotaKey::file)
        return;
    memory_.sort.click(column, isWords(column));
    showSort();
}

void QuotaPane::showSort() {
    memory_.sort.showIn(tree_->header());
    soon_.start();
    arrange(query());
}

void QuotaPane::applyMemory() {
    memory_ = TreeMemory::fromBytes(settings_.layout(keyOf(file_)));
    if (memory_.sort.column >= QuotaModel::columns)
        memory_.sort = {};
    shape_->setCurrentIndex(memory_.flat ? 1 : 0);
    setColumns(memory_.columns);
    tree_->columnLayout().setUserWidths(memory_.widths);
    memory_.sort.showIn(tree_->header());
}

void QuotaPane::remember() {
    soon_.stop();
    memory_.widths = tree_->columnLayout().userWidths();
    settings_.setLayout(keyOf(file_), memory_.toBytes());
}

void QuotaPane::resetLayout() {
    soon_.stop();
    settings_.setLayout(keyOf(file_), {});
    applyMemory();
    tree_->columnLayout().reset();
    arrange(query());
    expand();
}

bool QuotaPane::opensByItself(int row) const {
    const auto& quotas = model_->view()->quotas;
    return quotas.size() <= kOpened ||
           (rootsOpen_ && quotas[static_cast<std::size_t>(row)].depth == 0);
}

void QuotaPane::expand() {
    const bool before = std::exchange(selecting_, true);
    const QuotaOrder& order = model_->order();
    const bool filtered = !order.query.text.empty();
    const bool all = order.rows.size() <= kOpened;
    if (all)
        tree_->expandAll();
    else
        tree_->collapseAll();
    for (const int row : order.rows) {
        if (order.count(row) == 0)
            continue;
        const QuotaRow& quota = model_->view()->quotas[static_cast<std::size_t>(row)];
        const bool other =
            !filtered && !memory_.toggled.isEmpty() && memory_.toggled.contains(qt(quota.name));
        const bool open = (filtered && all) || opensByItself(row) != other;
        if (open != all)
            tree_->setExpanded(model_->indexOfRow(row), open);
    }
    selecting_ = before;
}

void QuotaPane::restore(const QStringList& names, const QString& current) {
    QItemSelection selection;
    for (const QString& name : names)
        if (const QModelIndex index = model_->indexOf(name.toStdString()); index.isValid())
            selection.select(index, index.siblingAtColumn(QuotaModel::columns - 1));
    const QModelIndex index = model_->indexOf(current.toStdString());
    QItemSelectionModel* chosen = tree_->selectionModel();
    tree_->setAutoScroll(false);  // it would open what is closed
    chosen->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
    chosen->select(selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    tree_->setAutoScroll(true);
}

}  // namespace apportion::ui
