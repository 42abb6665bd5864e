// SPDX-License-Identifier: GPL-3.0-or-later
// A table of workloads that keeps its selection by name while the view changes.
#pragma once

#include <optional>
#include <tuple>

#include "ui/widgets/column_sort.h"
#include "ui/widgets/tree_view.h"
#include "ui/workloads/workload_model.h"

namespace apportion::ui {

class PageHost;

class WorkloadTable final : public TreeView {
    Q_OBJECT

public:
    explicit WorkloadTable(WorkloadModel::Shape shape, QWidget* parent = nullptr);

    void setView(const ViewPtr& view);
    // Of a moment that may be before the view's; null = none are known.
    void setEstimates(const std::shared_ptr<const Estimates>& estimates);
    void setFilter(WorkloadModel::Group group, const QString& text);
    // Inside each group; a click on a head does so too.
    void setSort(const ColumnSort& sort);
    const ColumnSort& sort() const { return sort_; }
    QList<SortColumn> sortColumns() const;
    void select(const QString& workload);
    // What a filter hides is no longer selected.
    void letGoOfHidden();
    QString selected() const;         // the current one
    QStringList selectedAll() const;  // in the order of the rows
    const WorkloadModel& workloads() const { return *model_; }
    // In a page: with the menu of what can be done, the selection told, and starts estimated.
    void serve(PageHost& host);

signals:
    // `evictedAt`: the row tells of an eviction of it. Empty = none is any more.
    void workloadSelected(const QString& workload, std::optional<apportion::Instant> evictedAt);
    void chosen();  // other rows were selected by hand
    void sorted();  // otherwise, by hand

protected:
    // Past the heads of the groups, which nothing can be done with.
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void resizeEvent(QResizeEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void sortBy(int column);
    // What several rows that are chosen are of: they stay chosen when rows come, go or move.
    struct Chosen {
        QString workload;
        std::optional<Instant> eviction;
        bool operator==(const Chosen&) const = default;
        bool operator<(const Chosen& other) const {
            return std::tie(workload, eviction) < std::tie(other.workload, other.eviction);
        }
    };
    QList<Chosen> chosenRows() const;
    template <typename Change>
    void changeRows(Change&& change);
    void restore();
    void chooseRow();
    void chooseAgain(const QList<Chosen>& rows);

    WorkloadModel* model_;
    ColumnSort sort_;
    QString selected_;
    std::optional<Instant> eviction_;  // whose row is chosen, rather than its own
    int place_ = -1;                   // of its row, as long as it was there
    bool quiet_ = false;
    bool telling_ = false;
};

}  // namespace apportion::ui
