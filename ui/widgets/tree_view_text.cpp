// SPDX-License-Identifier: GPL-3.0-or-later
// A TreeView as text: what Ctrl+C puts on the clipboard, and CSV files.
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>

#include "ui/widgets/cell.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

QString textOf(const QModelIndex& index) {
    const QString shown = index.data(Qt::DisplayRole).toString();
    return shown.isEmpty() ? cellOf(index).plainText() : shown;
}

QString quoted(QString text, TreeView::Format format) {
    if (format == TreeView::Format::tsv)
        return text.replace(QLatin1Char('\t'), QLatin1Char(' '))
            .replace(QLatin1Char('\n'), QLatin1Char(' '));
    if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')) &&
        !text.contains(QLatin1Char('\n')))
        return text;
    return QStringLiteral("\"%1\"").arg(text.replace(QLatin1Char('"'), QLatin1String("\"\"")));
}

QList<int> shownColumns(const QHeaderView& header) {
    QList<int> columns;
    for (int visual = 0; visual < header.count(); ++visual) {
        const int column = header.logicalIndex(visual);
        if (!header.isSectionHidden(column))
            columns.append(column);
    }
    return columns;
}

}  // namespace

QString TreeView::toText(Format format, bool onlySelected) const {
    if (!model())
        return {};
    const QChar separator = QLatin1Char(format == Format::tsv ? '\t' : ',');
    const QString end = QLatin1String(format == Format::tsv ? "\n" : "\r\n");
    const QList<int> columns = shownColumns(*header());
    QString text;
    const auto append = [&](auto&& cellText) {
        QStringList cells;
        for (const int column : columns)
            cells.append(quoted(cellText(column), format));
        text += cells.join(separator) + end;
    };
    append([this](int column) { return model()->headerData(column, Qt::Horizontal).toString(); });
    for (QModelIndex row = model()->index(0, 0, rootIndex()); row.isValid();
         row = indexBelow(row)) {
        const bool group = row.data(GroupRole).toBool();
        if (onlySelected && (group || !selectionModel()->isSelected(row)))
            continue;
        append([&row, group](int column) {
            return group && column > 0 ? QString() : textOf(row.siblingAtColumn(column));
        });
    }
    return text;
}

void TreeView::copySelection() const {
    if (!selectionModel() || !selectionModel()->hasSelection())
        return;
    QApplication::clipboard()->setText(toText(Format::tsv, true));
}

}  // namespace apportion::ui
