// SPDX-License-Identifier: GPL-3.0-or-later
// The workloads of a view as one table with a head row for each group: waiting, running, evicted,
// ended. As a queue: the waiting ones alone, without heads.
#pragma once

#include <map>

#include <QAbstractTableModel>

#include "core/plan/draft/estimate.h"
#include "core/view/work_filter.h"
#include "core/view/work_order.h"
#include "ui/hours_text.h"
#include "ui/session_bridge.h"
#include "ui/time_text.h"

namespace apportion::ui {

class WorkloadModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum class Shape { groups, queue };
    enum class Group { all, waiting, running, evicted, ended };
    enum Column {
        positionColumn,
        nameColumn,
        teamColumn,
        priorityColumn,
        gpuColumn,
        sinceColumn,
        startColumn,  // an estimate, of what waits
        whyColumn,
        columns
    };

    explicit WorkloadModel(Shape shape, QObject* parent = nullptr);

    void setView(const ViewPtr& view);
    void setEstimates(std::shared_ptr<const Estimates> estimates);
    // Starts in few words: the view is narrow. Tooltips have them whole.
    void setBrief(bool brief);
    void setFilter(Group group, const QString& text);
    // By what a column is sorted; "view" = not at all.
    static WorkKey keyOf(int column);
    // Inside each group.
    void setSort(const WorkSort& sort);
    const View& view() const { return *view_; }
    bool isFiltered() const { return group_ != Group::all || !filter_.isEmpty(); }
    // How many of a group the text finds, whatever group is shown.
    int found(Group group) const;

    QString workloadAt(const QModelIndex& index) const;  // empty for a head
    // The workloads that are shown or, where those are the group, the evictions: for programs.
    QString csv() const;
    // Of the workload itself, or of one of its evictions; where that is not here, of whatever is
    // of that workload. -1 = nothing.
    int rowOf(const QString& name, std::optional<Instant> eviction = {}) const;
    std::optional<Instant> evictionAt(const QModelIndex& index) const;  // of a row of an eviction

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    // Where a row comes from; `index` counts in that list of the view.
    struct Row {
        Group group = Group::all;
        bool head = false;
        std::size_t index = 0;
        std::string key;  // what keeps its identity between two views
        int number = 0;   // in the list that is shown, from 1
        bool operator==(const Row& other) const {
            return group == other.group && head == other.head && key == other.key;
        }
    };

    struct Shown {
        int count = 0;
        Gpu gpu = 0;
        GpuTime lost = 0;
    };

    std::vector<Row> build();
    void countShown();
    void add(std::vector<Row>& rows, Group group, const WorkTexts& texts);
    void update();
    QVariant headCell(const Row& row, int column) const;
    QVariant workloadCell(const Row& row, int column) const;
    QVariant evictionCell(const Row& row, int column) const;
    QString toolTip(const Row& row, int column) const;
    void roundLost();
    // Null = nothing waits here, or nobody has asked yet.
    const StartEstimate* estimateOf(const Row& row) const;
    const WorkloadRow& workload(const Row& row) const;
    void startsChanged();

    Shape shape_;
    ViewPtr view_ = std::make_shared<const View>();
    TimeText time_;
    QStringList lost_;  // by the evictions of the view
    std::shared_ptr<const Estimates> estimates_;
    std::vector<Row> rows_;
    std::map<Group, Shown> shown_;  // by rows_
    std::map<Group, int> found_;    // by filter_
    Group group_ = Group::all;
    std::string typed_;
    WorkFilter filter_;
    WorkSort sort_;
    bool brief_ = false;
};

}  // namespace apportion::ui
