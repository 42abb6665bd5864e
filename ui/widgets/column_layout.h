// SPDX-License-Identifier: GPL-3.0-or-later
// Widths of the columns of a view: as wide as what they show, one that takes the rest, and the
// user's own widths once given. Numbers are never cut; where room is short, columns that may be
// narrower are, from the right, and where that is not enough those that may go do so.
#pragma once

#include <QList>
#include <QObject>
#include <QTimer>

class QTreeView;

namespace apportion::ui {

struct ColumnSpec {
    enum Sizing { fit, stretch, fixed };
    Sizing sizing = fit;
    int minimum = 0;       // pixels; a name column keeps 120
    int width = 0;         // of a fixed column; the most of a fitting one; the most that one that
                           // takes the rest keeps for its contents until others gave way
    bool mayHide = false;  // leaves when the view is too narrow
    bool isName = false;   // narrower only when all others are as narrow as they can be
};

class ColumnLayout final : public QObject {
    Q_OBJECT

public:
    explicit ColumnLayout(QTreeView* view);

    // One for each column of the model, from the left. Columns without one fit their contents.
    void setColumns(const QList<ColumnSpec>& columns);

    // Measures and sets all widths soon, once for many calls.
    void schedule();
    // The same at once.
    void apply();

    // Widths given by the user, by column; 0 = none. For whoever remembers them.
    QList<int> userWidths() const { return m_userWidths; }
    void setUserWidths(const QList<int>& widths);

    // Forgets the widths given by the user ("Reset layout").
    void reset();

signals:
    void userWidthsChanged();

private:
    void growFor();
    // None that fits its contents gets narrower than this.
    void applyFrom(const QList<int>& kept);
    int growBeside(int stretching, int spare, QList<int>& widths) const;
    int wanted(int column) const;
    int leastOf(int column) const;
    ColumnSpec specOf(int column) const;
    void userResized(int column, int width);
    void watchModel();

    QTreeView* m_view;
    QList<ColumnSpec> m_columns;
    QList<int> m_userWidths;  // 0: none
    QList<bool> m_hiddenHere;
    QTimer m_soon;
    QTimer m_later;
    QList<QMetaObject::Connection> m_model;
    bool m_applying = false;

    friend class TreeView;
};

}  // namespace apportion::ui
