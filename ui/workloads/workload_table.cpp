// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workloads/workload_table.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <QAction>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QItemSelectionModel>

#include "ui/pages/page.h"
#include "ui/time_text.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/workloads/start_watch.h"

namespace apportion::ui {

namespace {

constexpr int kFewWords = 86;  // "25 GPUs over"
constexpr int kRoomy = 900;    // of the view: a start has the room of its whole sentence
// Names keep enough of both ends; beside a tree and an inspector all columns have their place.
constexpr int kLeastName = 144;
constexpr int kLeastTeam = 90;
constexpr int kLeastStart = 84;
constexpr int kPads = 24;  // of the last cell: its own and the page's margin

}  // namespace

WorkloadTable::WorkloadTable(WorkloadModel::Shape shape, QWidget* parent)
    : TreeView(Shape::table, parent), model_(new WorkloadModel(shape, this)) {
    using M = WorkloadModel;
    setModel(model_);
    setAccessibleName(shape == M::Shape::queue ? tr("Queue") : tr("Workloads"));
    QList<ColumnSpec> specs(M::columns);
    specs[M::nameColumn] = {.minimum = kLeastName, .width = 240, .isName = true};
    specs[M::positionColumn] = {ColumnSpec::fit, 44};
    specs[M::gpuColumn] = {ColumnSpec::fit, 60};
    specs[M::teamColumn] = {.minimum = kLeastTeam, .width = 150, .mayHide = true, .isName = true};
    specs[M::priorityColumn] = {ColumnSpec::fit, 0, 0, true};
    // A duration has its slot, however long it becomes.
    specs[M::sinceColumn] = {
        ColumnSpec::fit, static_cast<int>(std::ceil(
                             figuresWidth(TimeText::widest(), apportion::ui::font(Type::body)))) +
                             kPads};
    specs[M::startColumn] = {.minimum = kLeastStart, .width = 190, .mayHide = true};
    // A reason is read in whatever language; the words behind it are in the inspector, too, and go
    // before a name is cut.
    const int badge = std::max(140, widestReasonBadge() + kPads);
    specs[M::whyColumn] = {ColumnSpec::stretch, badge, badge + kFewWords};
    setColumns(specs);
    if (shape == M::Shape::queue) {
        setColumnHidden(M::priorityColumn, true);
    } else {
        header()->setSectionsClickable(true);
        connect(header(), &QHeaderView::sectionClicked, this, &WorkloadTable::sortBy);
    }
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) {
                const QString name = model_->workloadAt(current);
                if (quiet_ || name.isEmpty())
                    return;
                selected_ = name;
                eviction_ = model_->evictionAt(current);
                place_ = current.row();
                // Whoever answers with select() may not undo what Ctrl or Shift chose beside it.
                telling_ = true;
                emit workloadSelected(name, model_->evictionAt(current));
                telling_ = false;
            });
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (!quiet_)
            emit chosen();
    });
}

QModelIndex WorkloadTable::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) {
    const auto isHead = [this](const QModelIndex& index) {
        return index.isValid() && !(model_->flags(index) & Qt::ItemIsSelectable);
    };
    QModelIndex to = TreeView::moveCursor(action, modifiers);
    const bool up = action == MoveUp || action == MovePrevious;
    while (isHead(to))
        to = up ? indexAbove(to) : indexBelow(to);
    return to;
}

QList<SortColumn> WorkloadTable::sortColumns() const {
    QList<SortColumn> columns;
    for (int column = 0; column < WorkloadModel::columns; ++column) {
        const WorkKey key = WorkloadModel::keyOf(column);
        if (key == WorkKey::view)
            continue;
        const QString title =
            key == WorkKey::position
                ? tr("Place in its queue")
                : model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        columns.append({column, title,
                        key == WorkKey::position || key == WorkKey::name || key == WorkKey::team});
    }
    return columns;
}

void WorkloadTable::setSort(const ColumnSort& sort) {
    sort_ = WorkloadModel::keyOf(sort.column) == WorkKey::view ? ColumnSort{} : sort;
    sort_.showIn(header());
    changeRows([this] { model_->setSort({WorkloadModel::keyOf(sort_.column), sort_.descending}); });
}

void WorkloadTable::sortBy(int column) {
    for (const SortColumn& each : sortColumns())
        if (each.column == column) {
            ColumnSort sort = sort_;
            sort.click(column, each.ascendingFirst);
            setSort(sort);
            emit sorted();
        }
}

void WorkloadTable::setView(const ViewPtr& view) {
    changeRows([&] { model_->setView(view); });
    // Rows that came or went are laid out by Qt a moment later: until then the heads would count
    // what the tab counts no more.
    viewport()->update();
}

void WorkloadTable::resizeEvent(QResizeEvent* event) {
    TreeView::resizeEvent(event);
    model_->setBrief(viewport()->width() < kRoomy);
}

// A head has no menu: that of a workload which is selected elsewhere would stand at it.
bool WorkloadTable::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ContextMenu) {
        const auto* asked = static_cast<const QContextMenuEvent*>(event);
        if (asked->reason() == QContextMenuEvent::Mouse &&
            model_->workloadAt(indexAt(asked->pos())).isEmpty()) {
            event->accept();
            return true;
        }
    }
    return TreeView::viewportEvent(event);
}

void WorkloadTable::setEstimates(const std::shared_ptr<const Estimates>& estimates) {
    model_->setEstimates(estimates);
}

void WorkloadTable::setFilter(WorkloadModel::Group group, const QString& text) {
    changeRows([&] { model_->setFilter(group, text); });
}

void WorkloadTable::letGoOfHidden() {
    if (!selected_.isEmpty() && model_->rowOf(selected_, eviction_) < 0)
        emit workloadSelected({}, {});
}

template <typename Change>
void WorkloadTable::changeRows(Change&& change) {
    const QList<Chosen> rows = chosenRows();
    quiet_ = true;
    change();
    quiet_ = false;
    restore();
    // Another current row would let go of the others.
    if (rows.size() > 1 && chosenRows() != rows) {
        chooseAgain(rows);
        emit chosen();
    }
}

void WorkloadTable::restore() {
    const QModelIndex current = currentIndex();
    if (model_->workloadAt(current) != selected_ || model_->evictionAt(current) != eviction_)
        chooseRow();
}

QList<WorkloadTable::Chosen> WorkloadTable::chosenRows() const {
    QList<Chosen> rows;
    for (const QModelIndex& row : selectionModel()->selectedRows())
        if (const QString name = model_->workloadAt(row); !name.isEmpty())
            rows.append({name, model_->evictionAt(row)});
    return rows;
}

void WorkloadTable::chooseAgain(const QList<Chosen>& rows) {
    const std::set<Chosen> those(rows.begin(), rows.end());
    QItemSelection selection;
    for (int row = 0; row < model_->rowCount(); ++row) {
        const QModelIndex index = model_->index(row, 0);
        if (those.contains({model_->workloadAt(index), model_->evictionAt(index)}))
            selection.select(index, model_->index(row, WorkloadModel::columns - 1));
    }
    quiet_ = true;
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    quiet_ = false;
}

void WorkloadTable::select(const QString& workload) {
    if (telling_ && workload == selected_)
        return;
    const bool another = workload != selected_;
    selected_ = workload;
    if (another)
        eviction_.reset();
    chooseRow();
    if (another)
        eviction_ = model_->evictionAt(currentIndex());
}

void WorkloadTable::chooseRow() {
    const int row = selected_.isEmpty() ? -1 : model_->rowOf(selected_, eviction_);
    quiet_ = true;
    if (row >= 0) {
        setCurrentIndex(model_->index(row, 0));
        place_ = row;
    } else {
        selectionModel()->clear();
        // Its row went away: the arrow keys go on from there.
        if (!selected_.isEmpty() && place_ >= 0 && model_->rowCount() > 0)
            selectionModel()->setCurrentIndex(
                model_->index(std::min(place_, model_->rowCount() - 1), 0),
                QItemSelectionModel::NoUpdate);
    }
    quiet_ = false;
}

void WorkloadTable::serve(PageHost& host) {
    setContextMenuPolicy(Qt::ActionsContextMenu);
    addActions(host.actions.contextOf(Menu::workload));
    connect(this, &WorkloadTable::workloadSelected, &host,
            [&host](const QString& workload, std::optional<Instant> evictedAt) {
                emit host.selected(workload.isEmpty()
                                       ? Subject()
                                       : Subject{ObjectKind::workload, workload, 0, evictedAt});
            });
    connect(this, &WorkloadTable::chosen, &host, &PageHost::changed);
    host.shared<StartWatch>().add(this);
}

QString WorkloadTable::selected() const {
    return selected_;
}

QStringList WorkloadTable::selectedAll() const {
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    QStringList names;
    for (const QModelIndex& row : rows)
        if (const QString name = model_->workloadAt(row); !name.isEmpty() && !names.contains(name))
            names << name;
    return names;
}

}  // namespace apportion::ui
