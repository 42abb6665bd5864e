// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/cluster_rows.h"

#include <QLocale>

#include "ui/texts.h"

namespace apportion::ui {

std::vector<CellTable::Head> clusterHeads() {
    return {{ClusterList::tr("Cluster")},           {ClusterList::tr("Read by")},
            {ClusterList::tr("GPUs in use"), true}, {ClusterList::tr("Running"), true},
            {ClusterList::tr("Waiting"), true},     {ClusterList::tr("State")}};
}

QList<ColumnSpec> clusterColumns() {
    return {{ColumnSpec::fit, 100, 220, false, true},
            {ColumnSpec::fit, 120, 260},
            {ColumnSpec::fit, 80},
            {ColumnSpec::fit, 60},
            {ColumnSpec::fit, 60},
            {ColumnSpec::stretch, 120}};
}

std::vector<CellTable::Row> clusterRows(const std::vector<ClusterList::Entry>& entries) {
    std::vector<CellTable::Row> rows;
    const QLocale locale;
    for (const ClusterList::Entry& each : entries) {
        CellTable::Row& row = rows.emplace_back();
        row.cells = {Cell::name(qt(each.connection.name)).withIcon(Icon::cloud),
                     Cell::words(wayText(each.connection)).withRole(Role::text2)};
        if (each.totals) {
            row.cells.push_back(Cell::numberOf(locale.toString(qlonglong(each.totals->gpusUsed)),
                                               locale.toString(qlonglong(each.totals->gpus))));
            for (const std::int64_t count : {each.totals->running, each.totals->waiting})
                row.cells.push_back(Cell::number(locale.toString(qlonglong(count))));
        } else {
            row.cells.insert(row.cells.end(), 3, Cell::number(QStringLiteral("–"), Role::text3));
        }
        const QString asOf =
            each.at.isEmpty() ? QString() : ClusterList::tr("as of %1").arg(each.at);
        if (each.failed.empty()) {
            row.cells.push_back(Cell::words(asOf.isEmpty() ? ClusterList::tr("asking") : asOf)
                                    .withRole(Role::text2));
            continue;
        }
        const Message& why = each.failed.front().message;
        row.cells.push_back(Cell::words(messageText(why), asOf)
                                .withIcon(Icon::error, Role::err)
                                .withRole(Role::err));
        row.toolTip = messageText(why) + QLatin1Char(' ') + remedyText(why);
    }
    return rows;
}

}  // namespace apportion::ui
