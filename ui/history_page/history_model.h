// SPDX-License-Identifier: GPL-3.0-or-later
// The journal of a project, latest first: what the view carries and what was fetched behind it.
#pragma once

#include <map>
#include <vector>

#include <QAbstractTableModel>

#include "core/change/wall_clock.h"
#include "core/view/view.h"
#include "ui/session_bridge.h"

namespace apportion::ui {

class HistoryModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        whenColumn,
        actionColumn,
        subjectColumn,
        whoColumn,
        whyColumn,
        undoColumn,
        columns
    };

    explicit HistoryModel(SessionBridge& bridge, QObject* parent = nullptr);

    void setView(const View& view);
    // Of more rows than that the oldest, but for the first `keep`: they can be fetched again.
    void letGoOfOld(int keep);
    static constexpr std::size_t kMostRows = 1000;
    const JournalRow* row(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;
    // To the first entry of the journal, or as far as it can be read.
    void fetchAll();

signals:
    void allFetched();

private:
    void take(const std::vector<JournalRow>& latest);
    void tellWhenAll();
    QVariant cell(const JournalRow& row, int column) const;
    QString filterText(const JournalRow& row) const;
    void setEvictions(const View& view);

    SessionBridge& bridge_;
    std::string file_;
    std::vector<JournalRow> rows_;
    std::multimap<Moment, QString> evictions_;  // whose work: of what and for what
    bool fetching_ = false;
    bool wantsAll_ = false;
};

}  // namespace apportion::ui
