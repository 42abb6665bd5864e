// SPDX-License-Identifier: GPL-3.0-or-later
// The issues, opened above the strip: what, where, since when, and a button that mends it. Enter
// on a row goes there, Ctrl+Enter mends it, Tab reaches the buttons.
#pragma once

#include <map>
#include <optional>

#include <QAbstractTableModel>
#include <QWidget>

#include "ui/main_window/issue_list.h"

class QPushButton;
class QToolButton;

namespace apportion::ui {

class BadgeLabel;
class IconButton;
class TextLabel;
class TreeView;

class IssueModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { whatColumn, whereColumn, sinceColumn, fixColumn, columns };

    using QAbstractTableModel::QAbstractTableModel;
    // Numbers that change leave the rows in place; true if there are other rows.
    bool setIssues(std::vector<IssueLine> issues);
    const std::vector<IssueLine>& issues() const { return issues_; }
    const IssueLine& issue(int row) const { return issues_[static_cast<std::size_t>(row)]; }
    int rowOf(const IssueLine& line) const;  // what is about the same; -1 = nothing is
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<IssueLine> issues_;
};

class IssuesPanel final : public QWidget {
    Q_OBJECT

public:
    explicit IssuesPanel(QWidget* parent = nullptr);
    void setTitle(const QString& title);
    void setIssues(const std::vector<IssueLine>& issues);
    // Not of what is wrong with a file that did not open.
    void offerCsv(bool offered);
    TreeView* table() const { return table_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void jumpWanted(const apportion::Issue& issue);
    void fixWanted(const apportion::Issue& issue);
    void recoveryWanted(const QString& damaged);
    void dismissed(const QString& what);
    void csvWanted();
    void closed();

private:
    void makeButtons();
    void showDetail();
    void setFixWidth(int width);
    void mend(int row);
    int rowOfFocusedButton() const;  // -1 = none has it
    QPushButton* fixAt(int row) const;
    QPushButton* fixFrom(int row) const;
    std::optional<IssueLine> lineAt(int row) const;
    // Of the issue that stood in `row`.
    void focusButton(int row, const IssueLine& before);

    TextLabel* title_;
    TextLabel* empty_;
    std::map<Severity, BadgeLabel*> counts_;
    TreeView* table_;
    IssueModel* model_;
    TextLabel* detail_;
    IconButton* save_;
    QToolButton* close_;
    int fixWidth_ = 0;
    std::optional<IssueLine> mended_;  // the last one whose button was pressed here
};

}  // namespace apportion::ui
