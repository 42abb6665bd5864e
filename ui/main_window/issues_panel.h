// SPDX-License-Identifier: GPL-3.0-or-later
// The issues, opened above the strip: what, how many, where, since when, and a button that mends
// it. Kinds of which there are several open into their issues. Enter on a row goes there,
// Ctrl+Enter mends it, Tab reaches the buttons.
#pragma once

#include <map>
#include <optional>

#include <QAbstractItemModel>
#include <QWidget>

#include "ui/main_window/issue_list.h"

class QPushButton;
class QToolButton;

namespace apportion::ui {

class Chip;
class IconButton;
class TextLabel;
class TreeView;

// Kinds, and below those of several issues the issues.
class IssueModel final : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { whatColumn, countColumn, whereColumn, sinceColumn, fixColumn, columns };

    using QAbstractItemModel::QAbstractItemModel;
    // Numbers that change leave the rows in place; true if there are other rows.
    bool setIssues(std::vector<IssueLine> issues);
    // Of the head of a kind its head.
    const IssueLine& issue(const QModelIndex& index) const;
    const IssueLine& issue(int row) const { return kinds_[static_cast<std::size_t>(row)].head; }
    QModelIndex indexOf(const IssueLine& line) const;  // of what is about the same
    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant cellOf(const IssueLine& line, int column, bool below) const;

    std::vector<IssueKind> kinds_;
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
    int makeButton(const QModelIndex& index);
    bool isOpen(const IssueLine& head) const;
    void openAgain();
    void nameButton(const QModelIndex& head);
    void toggle(const QModelIndex& head);
    void mend(const QModelIndex& index);
    // All that is shown, from the top, in the first column.
    std::vector<QModelIndex> rows() const;
    int positionOf(const QModelIndex& index) const;  // among them; -1 = not shown
    QModelIndex focusedRow() const;                  // whose button has the focus
    QPushButton* fixAt(const QModelIndex& index) const;
    QPushButton* fixFrom(int position) const;
    std::optional<IssueLine> lineAt(const QModelIndex& index) const;
    void showIssues();
    // Of the issue that stood in `position`.
    void focusButton(int position, const IssueLine& before);

    TextLabel* title_;
    TextLabel* empty_;
    std::map<std::optional<Severity>, Chip*> filters_;  // nothing = all
    std::vector<IssueLine> issues_;
    std::vector<IssueLine> open_;  // heads of the kinds that are open
    TreeView* table_;
    IssueModel* model_;
    TextLabel* detail_;
    IconButton* save_;
    QToolButton* close_;
    int fixWidth_ = 0;
    std::optional<IssueLine> mended_;  // the last one whose button was pressed here
};

}  // namespace apportion::ui
