// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history_page/entry_model.h"

#include <array>
#include <string_view>

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/cell.h"

namespace apportion::ui {

namespace {

struct KeyWords {
    std::string_view key;
    const char* text;
};

constexpr std::array kKeys{
    KeyWords{"guaranteed.gpu", QT_TRANSLATE_NOOP("entry", "Guaranteed")},
    KeyWords{"limit.gpu", QT_TRANSLATE_NOOP("entry", "Limit")},
    KeyWords{"lend", QT_TRANSLATE_NOOP("entry", "Keeps from lending")},
    KeyWords{"weight", QT_TRANSLATE_NOOP("entry", "Weight")},
    KeyWords{"rank", QT_TRANSLATE_NOOP("entry", "Rank")},
    KeyWords{"team", QT_TRANSLATE_NOOP("entry", "Team")},
    KeyWords{"parent", QT_TRANSLATE_NOOP("entry", "Child of")},
    KeyWords{"name", QT_TRANSLATE_NOOP("entry", "Name")},
    KeyWords{"overQuota", QT_TRANSLATE_NOOP("entry", "Over quota")},
    KeyWords{"queueing", QT_TRANSLATE_NOOP("entry", "Queueing")},
    KeyWords{"minRuntime", QT_TRANSLATE_NOOP("entry", "Minimum runtime")},
    KeyWords{"gracePeriod", QT_TRANSLATE_NOOP("entry", "Grace period")},
    KeyWords{"selfPreemption.high", QT_TRANSLATE_NOOP("entry", "Self-level: may take")},
    KeyWords{"selfPreemption.low", QT_TRANSLATE_NOOP("entry", "Self-level: may be taken")},
    KeyWords{"selfPreemption.modules", QT_TRANSLATE_NOOP("entry", "Self-level: modules")},
    KeyWords{"selfPreemption.scope", QT_TRANSLATE_NOOP("entry", "Self-level: scope")},
    KeyWords{"childPreemption.priorities", QT_TRANSLATE_NOOP("entry", "Child-level: may be taken")},
    KeyWords{"childPreemption.modules", QT_TRANSLATE_NOOP("entry", "Child-level: modules")},
    KeyWords{"gpu", QT_TRANSLATE_NOOP("entry", "GPUs")},
    KeyWords{"count", QT_TRANSLATE_NOOP("entry", "Nodes")},
    KeyWords{"gpuType", QT_TRANSLATE_NOOP("entry", "GPU type")},
    KeyWords{"state", QT_TRANSLATE_NOOP("entry", "State")},
    KeyWords{"quota", QT_TRANSLATE_NOOP("entry", "Quota")},
    KeyWords{"quotas", QT_TRANSLATE_NOOP("entry", "Quotas")},
    KeyWords{"workspace", QT_TRANSLATE_NOOP("entry", "Workspace")},
    KeyWords{"user", QT_TRANSLATE_NOOP("entry", "User")},
    KeyWords{"grants", QT_TRANSLATE_NOOP("entry", "Roles")},
    KeyWords{"module", QT_TRANSLATE_NOOP("entry", "Module")},
    KeyWords{"priority", QT_TRANSLATE_NOOP("entry", "Priority")},
    KeyWords{"preemptible", QT_TRANSLATE_NOOP("entry", "Preemptible")},
    KeyWords{"replicas", QT_TRANSLATE_NOOP("entry", "Replicas")},
    KeyWords{"duration", QT_TRANSLATE_NOOP("entry", "Duration")},
    KeyWords{"submitted", QT_TRANSLATE_NOOP("entry", "Submitted")},
    KeyWords{"waitingSince", QT_TRANSLATE_NOOP("entry", "Waiting since")},
    KeyWords{"start", QT_TRANSLATE_NOOP("entry", "Runs since")},
    KeyWords{"firstStart", QT_TRANSLATE_NOOP("entry", "First start")},
    KeyWords{"end", QT_TRANSLATE_NOOP("entry", "Ended")},
    KeyWords{"until", QT_TRANSLATE_NOOP("entry", "Until")},
    KeyWords{"waited", QT_TRANSLATE_NOOP("entry", "Waited")},
    KeyWords{"besideQueue", QT_TRANSLATE_NOOP("entry", "Waited for an approval")},
    KeyWords{"placements", QT_TRANSLATE_NOOP("entry", "On nodes")},
    KeyWords{"preemptions", QT_TRANSLATE_NOOP("entry", "Evictions")},
    KeyWords{"ends", QT_TRANSLATE_NOOP("entry", "Ends")},
    KeyWords{"sizes", QT_TRANSLATE_NOOP("entry", "Sizes")},
};

QString momentOf(qint64 at) {
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(at), QLocale::ShortFormat);
}

}  // namespace

QString keyText(const std::string& key) {
    for (const KeyWords& each : kKeys)
        if (each.key == key)
            return QCoreApplication::translate("entry", each.text);
    return QString::fromStdString(key);
}

QString valueText(EntryChange::Unit unit, const std::string& value) {
    using Unit = EntryChange::Unit;
    if (value.empty())
        return EntryModel::tr("none");
    const QString text = QString::fromStdString(value);
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    if (unit == Unit::flag)
        return value == "true" ? EntryModel::tr("yes") : EntryModel::tr("no");
    if (!isNumber)
        return text;
    switch (unit) {
        case Unit::gpus:
            return gpusText(qRound64(number * kOneGpu));
        case Unit::seconds:
            return TimeText::duration(qRound64(number * kSecond));
        case Unit::moment:
            return momentOf(qRound64(number));
        case Unit::duration:
            return TimeText::duration(qRound64(number));
        default:
            return text;
    }
}

void EntryModel::set(const EntryChanges& changes) {
    beginResetModel();
    rows_ = changes.changes;
    endResetModel();
}

int EntryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int EntryModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant EntryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const EntryChange& row = rows_[static_cast<std::size_t>(index.row())];
    Cell cell;
    switch (index.column()) {
        case objectColumn:
            cell = Cell::name(qt(row.name));
            break;
        case keyColumn:
            cell = Cell::words(keyText(row.key)).withRole(Role::text2);
            break;
        case beforeColumn:
            cell = Cell::words(valueText(row.unit, row.before)).withRole(Role::text3);
            break;
        default:
            cell = Cell::words(valueText(row.unit, row.after));
    }
    if (role == CellRole)
        return QVariant::fromValue(cell);
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole || role == Qt::ToolTipRole)
        return cell.plainText();
    return {};
}

QVariant EntryModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const QString heads[] = {tr("Object"), tr("Value"), tr("Before"), tr("After")};
    return heads[section];
}

}  // namespace apportion::ui
