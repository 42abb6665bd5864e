// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/change_text.h"

#include <array>
#include <string_view>

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include "ui/node_words.h"
#include "ui/texts.h"
#include "ui/time_text.h"

namespace apportion::ui {

namespace {

struct Changes {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::Changes)
};

struct KeyWords {
    std::string_view key;
    const char* text;
};

constexpr std::array kKeys{
    KeyWords{"guaranteed.gpu", QT_TRANSLATE_NOOP("entry", "Guaranteed")},
    KeyWords{"limit.gpu", QT_TRANSLATE_NOOP("entry", "Limit")},
    KeyWords{"lend.gpu", QT_TRANSLATE_NOOP("entry", "Lends")},
    KeyWords{"weight", QT_TRANSLATE_NOOP("entry", "Weight")},
    KeyWords{"rank", QT_TRANSLATE_NOOP("entry", "Rank")},
    KeyWords{"team", QT_TRANSLATE_NOOP("entry", "Team")},
    KeyWords{"parent", QT_TRANSLATE_NOOP("entry", "Child of")},
    KeyWords{"name", QT_TRANSLATE_NOOP("entry", "Name")},
    KeyWords{"overQuota", QT_TRANSLATE_NOOP("entry", "Borrowing")},
    KeyWords{"queueing", QT_TRANSLATE_NOOP("entry", "Scheduling policy")},
    KeyWords{"minRuntime", QT_TRANSLATE_NOOP("entry", "Minimum runtime")},
    KeyWords{"gracePeriod", QT_TRANSLATE_NOOP("entry", "Grace period")},
    KeyWords{"selfPreemption.high", QT_TRANSLATE_NOOP("entry", "Self-level: can evict")},
    KeyWords{"selfPreemption.low", QT_TRANSLATE_NOOP("entry", "Self-level: can be evicted")},
    KeyWords{"selfPreemption.modules", QT_TRANSLATE_NOOP("entry", "Self-level: modules")},
    KeyWords{"selfPreemption.scope", QT_TRANSLATE_NOOP("entry", "Self-level: scope")},
    KeyWords{"childPreemption.priorities",
             QT_TRANSLATE_NOOP("entry", "Child-level: can be evicted")},
    KeyWords{"childPreemption.modules", QT_TRANSLATE_NOOP("entry", "Child-level: modules")},
    KeyWords{"budget.gpuHours", QT_TRANSLATE_NOOP("entry", "Budget, GPU hours")},
    KeyWords{"budget.period", QT_TRANSLATE_NOOP("entry", "Budget period")},
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
    KeyWords{"besideQueue", QT_TRANSLATE_NOOP("entry", "Waited for approval")},
    KeyWords{"placements", QT_TRANSLATE_NOOP("entry", "On nodes")},
    KeyWords{"devices", QT_TRANSLATE_NOOP("entry", "Devices")},
    KeyWords{"preemptions", QT_TRANSLATE_NOOP("entry", "Evictions")},
    KeyWords{"ends", QT_TRANSLATE_NOOP("entry", "Ends")},
    KeyWords{"sizes", QT_TRANSLATE_NOOP("entry", "Guarantees")},
    KeyWords{"policies", QT_TRANSLATE_NOOP("entry", "Policies")},
    KeyWords{"steps", QT_TRANSLATE_NOOP("entry", "Steps")},
    KeyWords{"revision", QT_TRANSLATE_NOOP("entry", "As of entry")},
    KeyWords{"stopping", QT_TRANSLATE_NOOP("entry", "Stops at the latest")},
    KeyWords{"done", QT_TRANSLATE_NOOP("entry", "Kept by checkpoints")},
    KeyWords{"lost", QT_TRANSLATE_NOOP("entry", "Lost")},
    KeyWords{"used", QT_TRANSLATE_NOOP("entry", "Used")},
    KeyWords{"booked", QT_TRANSLATE_NOOP("entry", "Booked nodes")},
    KeyWords{"reason", QT_TRANSLATE_NOOP("entry", "Reason")},
    KeyWords{"why", QT_TRANSLATE_NOOP("entry", "Reason for the eviction")},
    KeyWords{"preemptor", QT_TRANSLATE_NOOP("entry", "Evicted for")},
    KeyWords{"rule", QT_TRANSLATE_NOOP("entry", "By the rule")},
    KeyWords{"runnerUp", QT_TRANSLATE_NOOP("entry", "Next best")},
    KeyWords{"approvedBy", QT_TRANSLATE_NOOP("entry", "Approved by")},
    KeyWords{"command.arguments", QT_TRANSLATE_NOOP("entry", "Command")},
    KeyWords{"command.directory", QT_TRANSLATE_NOOP("entry", "Folder")},
    KeyWords{"checkpoint", QT_TRANSLATE_NOOP("entry", "Checkpoint every")},
    KeyWords{"minReplicas", QT_TRANSLATE_NOOP("entry", "Least replicas")},
    KeyWords{"idle", QT_TRANSLATE_NOOP("entry", "Background")},
    KeyWords{"cpu", QT_TRANSLATE_NOOP("entry", "CPU cores")},
    KeyWords{"memory", QT_TRANSLATE_NOOP("entry", "Memory, GiB")},
    KeyWords{"limit.cpu", QT_TRANSLATE_NOOP("entry", "Limit of CPU cores")},
    KeyWords{"limit.memory", QT_TRANSLATE_NOOP("entry", "Limit of memory, GiB")},
    KeyWords{"placement", QT_TRANSLATE_NOOP("entry", "Placement")},
    KeyWords{"consolidation", QT_TRANSLATE_NOOP("entry", "Consolidation")},
    KeyWords{"moveLoss", QT_TRANSLATE_NOOP("entry", "Most lost by a move")},
    KeyWords{"balanceTimeout", QT_TRANSLATE_NOOP("entry", "Balance window")},
    KeyWords{"agingInterval", QT_TRANSLATE_NOOP("entry", "Aging step")},
    KeyWords{"prices.gpuHour", QT_TRANSLATE_NOOP("entry", "Prices of a GPU hour")},
    KeyWords{"prices.currency", QT_TRANSLATE_NOOP("entry", "Currency")},
    KeyWords{"prices.cost", QT_TRANSLATE_NOOP("entry", "Charged")},
    KeyWords{"members", QT_TRANSLATE_NOOP("entry", "Members")},
    KeyWords{"caps", QT_TRANSLATE_NOOP("entry", "Caps")},
    KeyWords{"request.quota", QT_TRANSLATE_NOOP("entry", "Requested for")},
    KeyWords{"request.gpu", QT_TRANSLATE_NOOP("entry", "Requested guarantee")},
    KeyWords{"request.by", QT_TRANSLATE_NOOP("entry", "Requested by")},
    KeyWords{"request.why", QT_TRANSLATE_NOOP("entry", "Evidence")},
};

// What holds where a quota does not say it.
constexpr std::array kUnsaid{
    KeyWords{"lend.gpu", QT_TRANSLATE_NOOP("entry", "all of it")},
    KeyWords{"weight", QT_TRANSLATE_NOOP("entry", "as guaranteed")},
    KeyWords{"rank", "0"},
    KeyWords{"overQuota", "on"},
    KeyWords{"queueing", QT_TRANSLATE_NOOP("entry", "round-robin")},
    KeyWords{"minRuntime", QT_TRANSLATE_NOOP("entry", "inherited")},
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
        if (const auto rule = evictionRuleFromText(value); rule || value == kByDrain)
            return rule ? evictionRuleName(*rule) : drainedWord();
    if (key == "module")
        if (const auto module = fromWord<Module>(value))
            return moduleText(*module);
    if (key == "queueing")
        if (const auto queueing = fromWord<Queueing>(value))
            return queueingText(*queueing);
    return qt(value);
}

QString unsaidText(const EntryChange& change) {
    // Only of nodes that are not ready a state is kept.
    if (change.kind == ObjectKind::nodeState)
        return nodeStateWord(NodeState::ready);
    if (change.hasDefault)
        for (const KeyWords& each : kUnsaid)
            if (each.key == change.key)
                return QCoreApplication::translate("entry", each.text);
    return Changes::tr("none");
}

QString valueText(const EntryChange& change, const std::string& value,
                  const std::optional<Message>& message) {
    using Unit = EntryChange::Unit;
    if (message)
        return messageText(*message);
    if (value.empty())
        return unsaidText(change);
    if (change.unit == Unit::flag)
        return value == "true" ? Changes::tr("yes") : Changes::tr("no");
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

QString changeText(const EntryChange& change) {
    return Changes::tr("%1 → %2", "a value before and after")
        .arg(beforeText(change), afterText(change));
}

QString changedText(const EntryChange& change) {
    return Changes::tr("%1 of %2", "a value and whose it is")
        .arg(keyText(change.key), qt(change.name));
}

}  // namespace apportion::ui
