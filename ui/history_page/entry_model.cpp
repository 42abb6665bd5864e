// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history_page/entry_model.h"

#include <array>
#include <string_view>

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include "ui/node_words.h"
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
    KeyWords{"policies", QT_TRANSLATE_NOOP("entry", "Policies")},
    KeyWords{"steps", QT_TRANSLATE_NOOP("entry", "Steps")},
    KeyWords{"revision", QT_TRANSLATE_NOOP("entry", "As of entry")},
    KeyWords{"stopping", QT_TRANSLATE_NOOP("entry", "Stops at the latest")},
    KeyWords{"done", QT_TRANSLATE_NOOP("entry", "Kept by checkpoints")},
    KeyWords{"lost", QT_TRANSLATE_NOOP("entry", "Lost")},
    KeyWords{"used", QT_TRANSLATE_NOOP("entry", "Used")},
    KeyWords{"booked", QT_TRANSLATE_NOOP("entry", "Booked nodes")},
    KeyWords{"reason", QT_TRANSLATE_NOOP("entry", "Reason")},
    KeyWords{"why", QT_TRANSLATE_NOOP("entry", "Why it was taken")},
    KeyWords{"preemptor", QT_TRANSLATE_NOOP("entry", "Taken for")},
    KeyWords{"rule", QT_TRANSLATE_NOOP("entry", "By the rule")},
    KeyWords{"runnerUp", QT_TRANSLATE_NOOP("entry", "Next best")},
    KeyWords{"approvedBy", QT_TRANSLATE_NOOP("entry", "Approved by")},
    KeyWords{"command.arguments", QT_TRANSLATE_NOOP("entry", "Command")},
    KeyWords{"command.directory", QT_TRANSLATE_NOOP("entry", "Folder")},
    KeyWords{"checkpoint", QT_TRANSLATE_NOOP("entry", "Checkpoint every")},
    KeyWords{"minReplicas", QT_TRANSLATE_NOOP("entry", "Least replicas")},
    KeyWords{"idle", QT_TRANSLATE_NOOP("entry", "Idle work")},
    KeyWords{"cpu", QT_TRANSLATE_NOOP("entry", "CPU cores")},
    KeyWords{"memory", QT_TRANSLATE_NOOP("entry", "Memory, GiB")},
    KeyWords{"limit.cpu", QT_TRANSLATE_NOOP("entry", "Limit of CPU cores")},
    KeyWords{"limit.memory", QT_TRANSLATE_NOOP("entry", "Limit of memory, GiB")},
    KeyWords{"placement", QT_TRANSLATE_NOOP("entry", "Placement")},
    KeyWords{"consolidation", QT_TRANSLATE_NOOP("entry", "Consolidation")},
    KeyWords{"balanceTimeout", QT_TRANSLATE_NOOP("entry", "Balance window")},
    KeyWords{"agingInterval", QT_TRANSLATE_NOOP("entry", "Aging step")},
    KeyWords{"members", QT_TRANSLATE_NOOP("entry", "Members")},
    KeyWords{"caps", QT_TRANSLATE_NOOP("entry", "Caps")},
};

// What stands before the key where an object is made of others.
constexpr std::array<std::string_view, 3> kParts{"run.", "workload.", "settings."};

QString momentOf(qint64 at) {
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(at), QLocale::ShortFormat);
}

std::string withoutPart(const std::string& key) {
    for (const std::string_view part : kParts)
        if (std::string_view(key).substr(0, part.size()) == part)
            return key.substr(part.size());
    return key;
}

constexpr const char* kDrained = "drained";

// The record has one rule for both ways to lose a node; its sentence tells them apart.
bool isByDrain(const std::vector<EntryChange>& changes, const std::string& victim) {
    return std::any_of(changes.begin(), changes.end(), [&](const EntryChange& each) {
        return each.kind == ObjectKind::eviction && each.name == victim && each.messageAfter &&
               each.messageAfter->code.ends_with(".drained");
    });
}

// The words of the file format that people know by others.
QString wordsText(const EntryChange& change, const std::string& value) {
    const std::string key = withoutPart(change.key);
    if (change.kind == ObjectKind::nodeState)
        if (const auto state = fromWord<NodeState>(value))
            return nodeStateWord(*state);
    if (key == "state")
        if (const auto state = stateFromText(value))
            return stateName(*state);
    if (key == "rule")
        if (const auto rule = evictionRuleFromText(value); rule || value == kDrained)
            return rule ? evictionRuleName(*rule) : drainedWord();
    if (key == "module")
        if (const auto module = fromWord<Module>(value))
            return moduleText(*module);
    if (key == "queueing")
        if (const auto queueing = fromWord<Queueing>(value))
            return queueingText(*queueing);
    return qt(value);
}

QString valueText(const EntryChange& change, const std::string& value,
                  const std::optional<Message>& message) {
    using Unit = EntryChange::Unit;
    if (message)
        return messageText(*message);
    if (value.empty())
        // Only of nodes that are not ready a state is kept.
        return change.kind == ObjectKind::nodeState ? nodeStateWord(NodeState::ready)
                                                    : EntryModel::tr("none");
    if (change.unit == Unit::flag)
        return value == "true" ? EntryModel::tr("yes") : EntryModel::tr("no");
    bool isNumber = false;
    const double number = qt(value).toDouble(&isNumber);
    if (!isNumber)
        return wordsText(change, value);
    switch (change.unit) {
        case Unit::gpus:
            return gpusText(qRound64(number * kOneGpu));
        case Unit::seconds:
            return TimeText::duration(qRound64(number * kSecond));
        case Unit::moment:
            return momentOf(qRound64(number));
        case Unit::duration:
            return TimeText::duration(qRound64(number));
        case Unit::gpuTime:
            return gpuHours(qRound64(number));
        default:
            return qt(value);
    }
}

}  // namespace

QString keyText(const std::string& key) {
    for (const std::string& name : {key, withoutPart(key)})
        for (const KeyWords& each : kKeys)
            if (each.key == name)
                return QCoreApplication::translate("entry", each.text);
    return qt(key);
}

QString beforeText(const EntryChange& change) {
    return valueText(change, change.before, change.messageBefore);
}

QString afterText(const EntryChange& change) {
    return valueText(change, change.after, change.messageAfter);
}

void EntryModel::set(const EntryChanges& changes) {
    beginResetModel();
    rows_ = changes.changes;
    for (EntryChange& each : rows_)
        if (each.kind == ObjectKind::eviction && each.key == "rule" && isByDrain(rows_, each.name))
            each.after = kDrained;
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
            // Nobody gave it the name that it has in the file.
            cell = row.kind == ObjectKind::temporary ? Cell::words(tr("temporary change"))
                                                     : Cell::name(qt(row.name));
            break;
        case keyColumn:
            cell = Cell::words(keyText(row.key)).withRole(Role::text2);
            break;
        case beforeColumn:
            cell = Cell::words(beforeText(row)).withRole(Role::text3);
            break;
        default:
            cell = Cell::words(afterText(row));
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
