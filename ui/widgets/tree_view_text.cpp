// SPDX-License-Identifier: GPL-3.0-or-later
// A TreeView as text: what Ctrl+C puts on the clipboard.
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLocale>

#include "core/model/csv_cell.h"
#include "ui/widgets/cell.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/export_role.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

// A number as programs read it: without the separators of thousands.
QString plainNumber(const QString& shown) {
    bool isNumber = false;
    const double value = QLocale().toDouble(shown, &isNumber);
    return isNumber ? QString::number(value, 'g', QLocale::FloatingPointShortest) : shown;
}

QString textOf(const QModelIndex& index) {
    const QString shown = index.data(Qt::DisplayRole).toString();
    const Cell cell = cellOf(index);
    if (cell.kind == CellKind::number)
        return plainNumber(shown.isEmpty() ? cell.plainText() : shown);
    return shown.isEmpty() ? cell.plainText() : shown;
}

QStringList headsOf(const QAbstractItemModel& model, int column) {
    const QVariant exported = model.headerData(column, Qt::Horizontal, ExportRole);
    return exported.isValid() ? exported.toStringList()
                              : QStringList{model.headerData(column, Qt::Horizontal).toString()};
}

QString inOneField(QString text, bool number) {
    for (const char between : {'\t', '\n', '\r'})
        text.replace(QLatin1Char(between), QLatin1Char(' '));
    return number ? text : QString::fromStdString(spreadsheetText(text.toStdString()));
}

// Columns of numbers are those that are set to the right.
QStringList fieldsOf(const QModelIndex& index) {
    const bool number = (index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0;
    const QVariant exported = index.data(ExportRole);
    QStringList fields = exported.isValid() ? exported.toStringList() : QStringList{textOf(index)};
    for (QString& field : fields)
        field = inOneField(field, number);
    return fields;
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

QString TreeView::toText(bool onlySelected) const {
    if (!model())
        return {};
    const QList<int> columns = shownColumns(*header());
    QString text;
    const auto append = [&](auto&& textsOfColumn) {
        QStringList cells;
        for (const int column : columns)
            cells.append(textsOfColumn(column));
        text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    };
    append([this](int column) {
        QStringList heads = headsOf(*model(), column);
        for (QString& head : heads)
            head = inOneField(head, false);
        return heads;
    });
    for (QModelIndex row = model()->index(0, 0, rootIndex()); row.isValid();
         row = indexBelow(row)) {
        const bool group = row.data(GroupRole).toBool();
        if (onlySelected && (group || !selectionModel()->isSelected(row)))
            continue;
        append([this, &row, group](int column) {
            // The head of a group stands alone in its row.
            return group && column > 0 ? QStringList(headsOf(*model(), column).size(), QString())
                                       : fieldsOf(row.siblingAtColumn(column));
        });
    }
    return text;
}

void TreeView::copySelection() const {
    if (!selectionModel() || !selectionModel()->hasSelection())
        return;
    QApplication::clipboard()->setText(toText(true));
}

}  // namespace apportion::ui
