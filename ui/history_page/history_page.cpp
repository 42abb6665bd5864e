// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history_page/history_page.h"

#include <QHBoxLayout>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/history_page/history_model.h"
#include "ui/widgets/cell.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

HistoryPage::HistoryPage(SessionBridge& bridge, QWidget* parent)
    : QWidget(parent),
      model_(new HistoryModel(bridge, this)),
      proxy_(new QSortFilterProxyModel(this)),
      filter_(new SearchField(tr("Filter by what, about, who or why"), this)),
      table_(new TreeView(TreeView::Shape::table, this)),
      empty_(new EmptyState(Icon::undo, tr("A recorded run has no journal"),
                            tr("A project keeps every change with who, when and why, and takes "
                               "any of them back."),
                            this)),
      stack_(new QStackedWidget(this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    proxy_->setSourceModel(model_);
    proxy_->setFilterRole(SortRole);
    proxy_->setFilterCaseSensitivity(Qt::CaseInsensitive);
    table_->setModel(proxy_);
    table_->setAccessibleName(tr("History"));
    table_->setRootIsDecorated(false);
    table_->setColumns({{ColumnSpec::fit, 92},
                        {ColumnSpec::fixed, 120, 164},
                        {ColumnSpec::fixed, 120, 180},
                        {ColumnSpec::fixed, 60, 84},
                        {ColumnSpec::stretch, 80},
                        {ColumnSpec::fit, 60}});
    auto* field = new QHBoxLayout;
    field->setContentsMargins(16, 10, 16, 6);
    field->addWidget(filter_, 1);
    field->addStretch(1);
    auto* journal = new QWidget(stack_);
    auto* column = new QVBoxLayout(journal);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(field);
    column->addWidget(table_, 1);
    stack_->addWidget(journal);
    stack_->addWidget(empty_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(stack_);

    connect(filter_, &SearchField::searched, this,
            [this] { proxy_->setFilterFixedString(filter_->text().trimmed()); });
    connect(filter_, &SearchField::leftDownwards, table_, [this] { table_->setFocus(); });
    connect(table_, &QAbstractItemView::activated, this, &HistoryPage::activate);
    connect(table_, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
        if (index.column() == HistoryModel::undoColumn)
            activate(index);
    });
}

void HistoryPage::setView(const View& view) {
    const bool project = view.document.mode != PoolMode::recorded;
    stack_->setCurrentIndex(project ? 0 : 1);
    if (project)
        model_->setView(view);
}

void HistoryPage::focusFilter() {
    filter_->setFocus(Qt::ShortcutFocusReason);
    filter_->selectAll();
}

void HistoryPage::activate(const QModelIndex& index) {
    const JournalRow* row = model_->row(proxy_->mapToSource(index));
    if (row != nullptr && !row->undone && !row->notUndoable)
        emit undoWanted(row->n);
}

}  // namespace apportion::ui
