// SPDX-License-Identifier: GPL-3.0-or-later
// The issues, opened above the strip: what, what mends it, where.
#pragma once

#include <QAbstractTableModel>
#include <QWidget>

#include "ui/main_window/issue_list.h"

class QLabel;
class QToolButton;

namespace apportion::ui {

class TreeView;

class IssueModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { whatColumn, whereColumn, columns };

    using QAbstractTableModel::QAbstractTableModel;
    void setIssues(std::vector<Issue> issues);
    const Issue& issue(int row) const { return issues_[static_cast<std::size_t>(row)]; }
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<Issue> issues_;
};

class IssuesPanel final : public QWidget {
    Q_OBJECT

public:
    explicit IssuesPanel(QWidget* parent = nullptr);
    void setTitle(const QString& title);
    void setIssues(const std::vector<Issue>& issues);

protected:
    void paintEvent(QPaintEvent* event) override;

signals:
    void quotaActivated(const QString& quota);
    void closed();

private:
    QLabel* title_;
    QLabel* empty_;
    TreeView* table_;
    IssueModel* model_;
};

}  // namespace apportion::ui
