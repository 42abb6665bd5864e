// SPDX-License-Identifier: GPL-3.0-or-later
// What the quota pane remembers of each file: its columns and their widths, how it is sorted, and
// what is opened and closed.
#pragma once

#include <QByteArray>
#include <QList>
#include <QSet>
#include <QString>

#include "ui/widgets/column_sort.h"

namespace apportion::ui {

struct TreeMemory {
    QList<int> columns;  // shown, beside the name; empty = as at first
    QList<int> widths;   // by column, 0 = none given
    ColumnSort sort;
    bool flat = false;
    QString selected;
    QSet<QString> toggled;  // quotas that are opened or closed otherwise than by themselves

    QByteArray toBytes() const;
    // What cannot be read is as at first.
    static TreeMemory fromBytes(const QByteArray& bytes);
    friend bool operator==(const TreeMemory&, const TreeMemory&) = default;
};

}  // namespace apportion::ui
