// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history_page/history_model.h"

#include <algorithm>
#include <utility>

#include <QDateTime>
#include <QLocale>

#include "core/change/wall_clock.h"
#include "core/model/date_text.h"
#include "ui/texts.h"
#include "ui/widgets/cell.h"
#include "ui/widgets/journal_texts.h"

namespace apportion::ui {

namespace {

QDateTime timeOf(const JournalRow& row) {
    return QDateTime::fromMSecsSinceEpoch(row.at);
}

QString whenText(const JournalRow& row) {
    const QDateTime time = timeOf(row);
    const QString clock = time.toString(QStringLiteral("HH:mm:ss"));
    return time.date() == QDate::currentDate()
               ? clock
               : HistoryModel::tr("%1 %2", "date, time")
                     .arg(QLocale().toString(time.date(), QLocale::ShortFormat), clock);
}

QString undoText(const JournalRow& row) {
    if (row.undone)
        return HistoryModel::tr("undone");
    return row.notUndoable ? QString() : HistoryModel::tr("Undo");
}

}  // namespace

HistoryModel::HistoryModel(SessionBridge& bridge, QObject* parent)
    : QAbstractTableModel(parent), bridge_(bridge) {}

// An instant names a few of those whom it evicted: it is found by all of them, and by the team,
// user and workspace of a victim and of a preemptor.
void HistoryModel::setEvictions(const View& view) {
    evictions_.clear();
    const Moment epoch = epochValue(view.document.epoch).value_or(0);
    for (const EvictionRow& row : view.evictions) {
        QStringList texts{qt(row.record.victim), qt(row.record.preemptor)};
        for (const EvictionRow::Side* side : {&row.victim, &row.preemptor})
            for (const std::string* text :
                 {&side->quota, &side->team, &side->user, &side->workspace})
                texts << qt(*text);
        evictions_.emplace(row.record.at + epoch, texts.join(QLatin1Char('\n')));
    }
}

QString HistoryModel::filterText(const JournalRow& row) const {
    QStringList texts{actionText(row), subjectText(row), whoText(row), qt(row.why)};
    if (row.action == "instant")
        for (auto [each, end] = evictions_.equal_range(row.at); each != end; ++each)
            texts << each->second;
    return texts.join(QLatin1Char('\n'));
}

void HistoryModel::setView(const View& view) {
    setEvictions(view);
    const auto& latest = view.journal;
    if (view.document.file != file_ || latest.empty()) {
        beginResetModel();
        file_ = view.document.file;
        rows_ = latest;
        endResetModel();
        return;
    }
    take(latest);
}

void HistoryModel::letGoOfOld(int keep) {
    const std::size_t kept = std::max(kMostRows, static_cast<std::size_t>(keep));
    if (rows_.size() <= kept)
        return;
    beginRemoveRows({}, static_cast<int>(kept), rowCount() - 1);
    rows_.resize(kept);
    endRemoveRows();
}

void HistoryModel::take(const std::vector<JournalRow>& latest) {
    // Whatever is older than the view's last stays as it was fetched, unless so much came at once
    // that something between is not known: then it is fetched anew.
    const Revision last = latest.back().n;
    const auto older = std::find_if(rows_.begin(), rows_.end(),
                                    [&](const JournalRow& row) { return row.n < last; });
    std::vector<JournalRow> rows = latest;
    if (older != rows_.end() && older->n == last - 1)
        rows.insert(rows.end(), older, rows_.end());
    if (rows == rows_)
        return;
    const auto fresh = static_cast<int>(
        rows_.empty() ? rows.size()
                      : static_cast<std::size_t>(std::find_if(rows.begin(), rows.end(),
                                                              [&](const JournalRow& row) {
                                                                  return row.n <= rows_.front().n;
                                                              }) -
                                                 rows.begin()));
    if (fresh > 0) {
        beginInsertRows({}, 0, fresh - 1);
        rows_.insert(rows_.begin(), rows.begin(), rows.begin() + fresh);
        endInsertRows();
    }
    if (rows.size() == rows_.size()) {
        rows_ = std::move(rows);
        emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
        return;
    }
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
}

const JournalRow* HistoryModel::row(const QModelIndex& index) const {
    if (!index.isValid() || index.row() >= rowCount())
        return nullptr;
    return &rows_[static_cast<std::size_t>(index.row())];
}

int HistoryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int HistoryModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant HistoryModel::cell(const JournalRow& row, int column) const {
    switch (column) {
        case whenColumn:
            return QVariant::fromValue(Cell::number(whenText(row), Role::text2));
        case actionColumn: {
            Cell cell = Cell::name(actionText(row));
            cell.withIcon(actionIcon(row));
            if (row.undone)
                cell.withRole(Role::text3);
            return QVariant::fromValue(cell);
        }
        case subjectColumn:
            return QVariant::fromValue(Cell::words(subjectText(row)));
        case whoColumn:
            return QVariant::fromValue(Cell::words(whoText(row)).withRole(Role::text2));
        case whyColumn:
            return QVariant::fromValue(Cell::words(qt(row.why)).withRole(Role::text2));
        case undoColumn:
            return QVariant::fromValue(
                Cell::words(undoText(row)).withRole(row.undone ? Role::text3 : Role::accentText));
        default:
            return {};
    }
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const {
    const JournalRow* one = row(index);
    if (one == nullptr)
        return {};
    switch (role) {
        case CellRole:
            return cell(*one, index.column());
        case Qt::DisplayRole:
        case Qt::AccessibleTextRole:
            return cell(*one, index.column()).value<Cell>().plainText();
        case SortRole:
            return filterText(*one);
        case Qt::ToolTipRole:
            if (index.column() == undoColumn)
                return one->notUndoable ? messageText(inHistoryWords({*one}, *one->notUndoable))
                       : one->undone    ? tr("Undone by a later history entry")
                                        : tr("Undo this change with a new history entry");
            if (index.column() == whenColumn)
                return tr("Entry %1, %2")
                    .arg(one->n)
                    .arg(QLocale().toString(timeOf(*one), QLocale::LongFormat));
            return cell(*one, index.column()).value<Cell>().plainText();
        default:
            return {};
    }
}

QVariant HistoryModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section == whenColumn ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
        case whenColumn:
            return tr("When");
        case actionColumn:
            return tr("What");
        case subjectColumn:
            return tr("About");
        case whoColumn:
            return tr("Who");
        case whyColumn:
            return tr("Why");
        default:
            return QString();
    }
}

bool HistoryModel::canFetchMore(const QModelIndex& parent) const {
    return !parent.isValid() && !fetching_ && !rows_.empty() && rows_.back().n > 1;
}

void HistoryModel::fetchMore(const QModelIndex&) {
    fetching_ = true;
    const Revision before = rows_.back().n;
    bridge_.ask(bridge_.session().history(before), this,
                [this, before](const Result<std::vector<JournalRow>>& answer) {
                    fetching_ = false;
                    if (!answer || answer->empty() || rows_.empty() || rows_.back().n != before) {
                        if (std::exchange(wantsAll_, false))
                            emit allFetched();
                        return;
                    }
                    const int first = rowCount();
                    beginInsertRows({}, first, first + static_cast<int>(answer->size()) - 1);
                    rows_.insert(rows_.end(), answer->begin(), answer->end());
                    endInsertRows();
                    tellWhenAll();
                });
}

void HistoryModel::fetchAll() {
    wantsAll_ = true;
    tellWhenAll();
}

void HistoryModel::tellWhenAll() {
    if (!wantsAll_ || fetching_)
        return;
    if (canFetchMore({}))
        return fetchMore({});
    wantsAll_ = false;
    emit allFetched();
}

}  // namespace apportion::ui
