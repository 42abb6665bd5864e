// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_tree/quota_pane.h"

#include <QAbstractSpinBox>
#include <QHBoxLayout>
#include <QLocale>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

#include "ui/quota_tree/quota_model.h"
#include "ui/widgets/cell.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/tree_view.h"
#include "ui/widgets/usage_bar_view.h"

namespace apportion::ui {

namespace {

constexpr int kMargin = 12;
constexpr int kCrowd = 40;  // quotas from which rows get compact
int rowsBelow(const QAbstractItemModel& model, const QModelIndex& parent) {
    int rows = model.rowCount(parent);
    for (int i = 0, children = rows; i < children; ++i)
        rows += rowsBelow(model, model.index(i, 0, parent));
    return rows;
}

}  // namespace

QuotaPane::QuotaPane(QWidget* parent)
    : QWidget(parent),
      model_(new QuotaModel(this)),
      proxy_(new QSortFilterProxyModel(this)),
      tree_(new TreeView(TreeView::Shape::tree, this)),
      head_(new SectionHead(tr("Quotas"), this)),
      filter_(new SearchField(tr("Filter by name, team or policy"), this)),
      legend_(new UsageBarLegend(this)) {
    setMinimumWidth(280);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    proxy_->setSourceModel(model_);
    proxy_->setRecursiveFilteringEnabled(true);
    proxy_->setFilterRole(SortRole);
    proxy_->setFilterCaseSensitivity(Qt::CaseInsensitive);
    tree_->setPageMargin(kMargin);
    tree_->setModel(proxy_);
    tree_->setAccessibleName(tr("Quotas"));
    tree_->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
    tree_->setColumns({{ColumnSpec::stretch, 120},
                       {ColumnSpec::fixed, 60, 96},
                       {ColumnSpec::fit, 92},
                       {ColumnSpec::fit, 50}});
    fillHead();

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(head_);
    auto* field = new QHBoxLayout;
    field->setContentsMargins(kMargin, 0, kMargin, 4);
    field->addWidget(filter_);
    layout->addLayout(field);
    layout->addWidget(tree_, 1);
    layout->addWidget(legend_);

    connect(filter_, &SearchField::searched, this, &QuotaPane::filter);
    connect(filter_, &SearchField::leftDownwards, tree_, [this] { tree_->setFocus(); });
    connect(model_, &QuotaModel::guaranteeEdited, this, &QuotaPane::guaranteeEdited);
    connect(proxy_, &QAbstractItemModel::modelReset, this, &QuotaPane::expandAll);
    connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        if (!selecting_ && !selected().isEmpty())
            emit quotaSelected(selected());
    });
}

void QuotaPane::fillHead() {
    head_->setPageMargin(kMargin);
    auto* shape = new Segmented(tr("Shape of the list"), head_);
    shape->addSegment(Icon::tree, tr("As a tree"));
    shape->addSegment(Icon::layers, tr("As a flat list"));
    connect(shape, &Segmented::currentChanged, this, [this](int index) {
        const QString before = selected();
        model_->setFlat(index == 1);
        select(before);
    });
    head_->addControl(shape);
}

void QuotaPane::setView(const ViewPtr& view) {
    const QString before = selected();
    // New data would overwrite what is being typed; the next view comes soon enough.
    if (tree_->viewport()->findChild<QAbstractSpinBox*>())
        return;
    applyDensity(view->quotas.size());
    selecting_ = true;
    model_->setView(view);
    if (selected() != before)
        select(before);
    selecting_ = false;
    showCount();
}

void QuotaPane::showCount() {
    const int total = rowsBelow(*model_, {});
    head_->setSecond(filter_->text().isEmpty()
                         ? QLocale().toString(total)
                         : tr("%1 of %2").arg(rowsBelow(*proxy_, {})).arg(total));
}

void QuotaPane::select(const QString& quota) {
    const QModelIndex index = proxy_->mapFromSource(model_->indexOf(quota.toStdString()));
    const bool before = std::exchange(selecting_, true);
    tree_->setCurrentIndex(index);
    selecting_ = before;
}

QString QuotaPane::selected() const {
    const QuotaRow* row = model_->row(proxy_->mapToSource(tree_->currentIndex()));
    return row ? QString::fromStdString(row->name) : QString();
}

void QuotaPane::filter() {
    proxy_->setFilterFixedString(filter_->text().trimmed());
    expandAll();
    showCount();
}

void QuotaPane::expandAll() {
    tree_->expandAll();
}

void QuotaPane::focusFilter() {
    filter_->setFocus(Qt::ShortcutFocusReason);
    filter_->selectAll();
}

void QuotaPane::editSelected() {
    const QModelIndex current = tree_->currentIndex();
    if (!current.isValid())
        return;
    tree_->setFocus(Qt::ShortcutFocusReason);
    tree_->edit(current.siblingAtColumn(QuotaModel::usedColumn));
}

void QuotaPane::copy() const {
    tree_->copySelection();
}

void QuotaPane::setDensity(const QString& density) {
    density_ = density;
    applyDensity(static_cast<std::size_t>(rowsBelow(*model_, {})));
}

void QuotaPane::applyDensity(std::size_t quotas) {
    const bool compact = density_ == QLatin1String("compact") ||
                         (density_ != QLatin1String("roomy") && quotas > kCrowd);
    tree_->setRowHeight(compact ? 26 : 30);
}

void QuotaPane::setNarrow(bool narrow) {
    tree_->setColumnHidden(QuotaModel::waitColumn, narrow);
    legend_->setVisible(!narrow);
}

}  // namespace apportion::ui
