// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history_page/history_page.h"

#include <algorithm>

#include <QAction>
#include <QHBoxLayout>
#include <QResizeEvent>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "core/view/tables/pool_tables.h"
#include "ui/found_text.h"
#include "ui/history_page/entry_panel.h"
#include "ui/history_page/history_model.h"
#include "ui/texts.h"
#include "ui/widgets/cell.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

// Of what a row's first column says for it.
class HistoryFilter final : public QSortFilterProxyModel {
public:
    explicit HistoryFilter(QWidget* page) : QSortFilterProxyModel(page), page_(page) {}
    // A table that nobody sees believes that its last row is in sight.
    bool canFetchMore(const QModelIndex& parent) const override {
        return page_->isVisible() && QSortFilterProxyModel::canFetchMore(parent);
    }
    void setText(const QString& text) {
        search_ = searchFor(text);
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
        return isIn(sourceModel()->index(row, 0, parent).data(SortRole).toString(), search_);
    }

private:
    QWidget* page_;
    TextSearch search_;
};

HistoryPage::HistoryPage(SessionBridge& bridge, QAction* makeProject, QWidget* parent)
    : Page(parent),
      bridge_(bridge),
      model_(new HistoryModel(bridge, this)),
      proxy_(new HistoryFilter(this)),
      filter_(new SearchField(tr("Filter by change, object, user, or reason"), this)),
      table_(new TreeView(TreeView::Shape::table, this)),
      entry_(new EntryPanel(bridge, this)),
      empty_(new EmptyState(Icon::undo, tr("A recorded run has no history"),
                            tr("A project keeps every change with user, time, and reason, and can "
                               "undo it. Its history begins at the time shown."),
                            this)),
      stack_(new QStackedWidget(this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    proxy_->setSourceModel(model_);
    table_->setModel(proxy_);
    table_->setAccessibleName(tr("History"));
    table_->setRootIsDecorated(false);
    table_->setColumns({{ColumnSpec::fit, 92},
                        {ColumnSpec::fit, 120, 240},
                        {ColumnSpec::stretch, 160},
                        {ColumnSpec::fit, 60, 120},
                        {ColumnSpec::fit, 60, 280},
                        {ColumnSpec::fit, 60}});
    auto* field = new QHBoxLayout;
    field->setContentsMargins(16, 10, 16, 6);
    field->addWidget(filter_, 1);
    field->addStretch(1);
    auto* save = new IconButton(Icon::download, tr("Export the history as CSV…"), this);
    save->setToolTip(
        tr("Export the shown entries as CSV: time, user, change, object, reason, and values before "
           "and after, one row each."));
    field->addWidget(save);
    auto* journal = new QWidget(stack_);
    auto* column = new QVBoxLayout(journal);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(field);
    column->addWidget(table_, 1);
    column->addWidget(entry_);
    stack_->addWidget(journal);
    stack_->addWidget(empty_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(stack_);

    table_->viewport()->installEventFilter(this);
    connect(save, &QAbstractButton::clicked, this, &HistoryPage::askForCsv);
    connect(model_, &HistoryModel::allFetched, this, [this] {
        bridge_.ask(bridge_.session().changeTexts(), this,
                    [this](const std::map<Revision, ChangeTexts>& changes) {
                        exporting_ = false;
                        csv_ = csvWith(changes);
                        emit csvWanted();
                    });
    });
    empty_->setActions(tr("Make a project of it…"), {}, Icon::database);
    connect(empty_, &EmptyState::firstTriggered, makeProject, &QAction::trigger);
    connect(filter_, &SearchField::searched, this,
            [this] { proxy_->setText(filter_->text().trimmed()); });
    connect(filter_, &SearchField::leftDownwards, table_, [this] { table_->setFocus(); });
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        chosen_ = true;
        showEntry();
    });
    connect(table_, &QAbstractItemView::activated, this, &HistoryPage::activate);
    connect(table_, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
        if (index.column() == HistoryModel::undoColumn)
            activate(index);
    });
}

bool HistoryPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        keepInSight(static_cast<QResizeEvent*>(event)->oldSize());
    return QWidget::eventFilter(watched, event);
}

// What an entry changed comes after its row was scrolled to, and takes room from the rows. Who has
// scrolled away from it meanwhile stays there.
void HistoryPage::keepInSight(const QSize& before) {
    const QRect row = table_->visualRect(table_->currentIndex());
    if (!row.isEmpty() && QRect(QPoint(), before).intersects(row))
        QMetaObject::invokeMethod(
            table_, [this] { table_->scrollTo(table_->currentIndex()); }, Qt::QueuedConnection);
}

void HistoryPage::setView(const ViewPtr& view) {
    const bool project = view->document.can.journal;
    stack_->setCurrentIndex(project ? 0 : 1);
    if (!project)
        return;
    QScrollBar* bar = table_->verticalScrollBar();
    const bool reads = isVisible() && bar->value() > bar->minimum();
    const QPersistentModelIndex seen = reads ? table_->indexAt({0, 0}) : QModelIndex();
    const int where = table_->visualRect(seen).top();
    model_->setView(*view);
    if ((!chosen_ && !reads) || !table_->currentIndex().isValid())
        showLatest();
    else if (seen.isValid())  // what comes above it moves nobody who reads further down
        bar->setValue(bar->value() + table_->visualRect(seen).top() - where);
    model_->letGoOfOld(rowsInUse());
    showEntry();
}

// Whoever reads, filters or writes them to a file keeps them.
int HistoryPage::rowsInUse() const {
    if (exporting_ || (isVisible() && !filter_->text().trimmed().isEmpty()))
        return model_->rowCount();
    const auto upTo = [this](const QModelIndex& index) {
        return proxy_->mapToSource(index).row() + 1;
    };
    const QPoint bottom(0, table_->viewport()->height() - 1);
    return std::max(chosen_ ? upTo(table_->currentIndex()) : 0,
                    isVisible() ? upTo(table_->indexAt(bottom)) : 0);
}

// It is what one comes for.
void HistoryPage::showLatest() {
    table_->setCurrentIndex(proxy_->index(0, 0));
    table_->scrollToTop();
    chosen_ = false;
}

void HistoryPage::showEntry() {
    entry_->setEntry(*bridge_.view(), model_->row(proxy_->mapToSource(table_->currentIndex())));
}

SearchField* HistoryPage::filter() const {
    return filter_;
}

void HistoryPage::askForCsv() {
    exporting_ = true;
    model_->fetchAll();
}

QString HistoryPage::csvWith(const std::map<Revision, ChangeTexts>& changes) const {
    std::vector<const JournalRow*> rows;
    for (int i = 0; i < proxy_->rowCount(); ++i)
        rows.push_back(model_->row(proxy_->mapToSource(proxy_->index(i, 0))));
    return qt(historyCsv(rows, changes));
}

void HistoryPage::activate(const QModelIndex& index) {
    const JournalRow* row = model_->row(proxy_->mapToSource(index));
    if (row != nullptr && !row->undone && !row->notUndoable)
        emit undoWanted(row->n);
}

}  // namespace apportion::ui
