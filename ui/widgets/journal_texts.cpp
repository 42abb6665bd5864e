// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/journal_texts.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include "core/session/live/decision_subject.h"
#include "ui/texts.h"

namespace apportion::ui {

namespace {

struct ActionWords {
    std::string_view action;
    const char* text;
    Icon icon;
};

constexpr std::array kActions{
    ActionWords{"init", QT_TRANSLATE_NOOP("journal", "Project created"), Icon::file},
    ActionWords{"lost", QT_TRANSLATE_NOOP("journal", "Lost"), Icon::shield},
    ActionWords{"recover", QT_TRANSLATE_NOOP("journal", "Recovered"), Icon::shield},
    ActionWords{"import", QT_TRANSLATE_NOOP("journal", "Scenario imported"), Icon::download},
    ActionWords{"quota.add", QT_TRANSLATE_NOOP("journal", "Quota created"), Icon::plus},
    ActionWords{"quota.delete", QT_TRANSLATE_NOOP("journal", "Quota deleted"), Icon::trash},
    ActionWords{"quota.rename", QT_TRANSLATE_NOOP("journal", "Quota renamed"), Icon::edit},
    ActionWords{"quota.set", QT_TRANSLATE_NOOP("journal", "Quotas edited"), Icon::sliders},
    ActionWords{"scale", QT_TRANSLATE_NOOP("journal", "Guarantees changed"), Icon::arrows},
    ActionWords{"apply", QT_TRANSLATE_NOOP("journal", "Variant applied"), Icon::branch},
    ActionWords{"policy", QT_TRANSLATE_NOOP("journal", "Policy changed"), Icon::sliders},
    ActionWords{"temporary.end", QT_TRANSLATE_NOOP("journal", "Temporary change ended"),
                Icon::clock},
    ActionWords{"temporary.return", QT_TRANSLATE_NOOP("journal", "Temporary change reverted"),
                Icon::clock},
    ActionWords{"temporary.postpone", QT_TRANSLATE_NOOP("journal", "Revert postponed"),
                Icon::clock},
    ActionWords{"timetable.set", QT_TRANSLATE_NOOP("journal", "Timetable set"), Icon::calendar},
    ActionWords{"timetable.delete", QT_TRANSLATE_NOOP("journal", "Timetable deleted"),
                Icon::calendar},
    ActionWords{"timetable.step", QT_TRANSLATE_NOOP("journal", "Timetable stepped"),
                Icon::calendar},
    ActionWords{"restore-point", QT_TRANSLATE_NOOP("journal", "Restore point"), Icon::flag},
    ActionWords{"restore", QT_TRANSLATE_NOOP("journal", "Restored"), Icon::flag},
    ActionWords{"undo", QT_TRANSLATE_NOOP("journal", "Undone"), Icon::undo},
    ActionWords{"redo", QT_TRANSLATE_NOOP("journal", "Redone"), Icon::redo},
    ActionWords{"nodes.add", QT_TRANSLATE_NOOP("journal", "Nodes added"), Icon::node},
    ActionWords{"nodes.set", QT_TRANSLATE_NOOP("journal", "Nodes changed"), Icon::node},
    ActionWords{"nodes.remove", QT_TRANSLATE_NOOP("journal", "Nodes removed"), Icon::node},
    ActionWords{"nodes.state", QT_TRANSLATE_NOOP("journal", "Node's state changed"), Icon::node},
    ActionWords{"nodes.state.ready", QT_TRANSLATE_NOOP("journal", "Node returned to service"),
                Icon::node},
    ActionWords{"nodes.state.cordoned", QT_TRANSLATE_NOOP("journal", "Node cordoned"), Icon::lock},
    ActionWords{"nodes.state.draining", QT_TRANSLATE_NOOP("journal", "Node drained"), Icon::lock},
    ActionWords{"nodes.state.down", QT_TRANSLATE_NOOP("journal", "Node marked as down"),
                Icon::error},
    ActionWords{"settings", QT_TRANSLATE_NOOP("journal", "Settings changed"), Icon::gear},
    ActionWords{"prices", QT_TRANSLATE_NOOP("journal", "Prices changed"), Icon::gear},
    ActionWords{"workspace.add", QT_TRANSLATE_NOOP("journal", "Workspace created"), Icon::users},
    ActionWords{"workspace.quotas", QT_TRANSLATE_NOOP("journal", "Workspace quotas changed"),
                Icon::link},
    ActionWords{"workspace.untie", QT_TRANSLATE_NOOP("journal", "Quota removed from a workspace"),
                Icon::link},
    ActionWords{"workspace.delete", QT_TRANSLATE_NOOP("journal", "Workspace deleted"), Icon::users},
    ActionWords{"workspace.member", QT_TRANSLATE_NOOP("journal", "Member changed"), Icon::user},
    ActionWords{"workspace.caps", QT_TRANSLATE_NOOP("journal", "Caps changed"), Icon::cap},
    ActionWords{"workspace.request", QT_TRANSLATE_NOOP("journal", "More GPUs requested"),
                Icon::flag},
    ActionWords{"user.grant", QT_TRANSLATE_NOOP("journal", "Role granted"), Icon::key},
    ActionWords{"user.revoke", QT_TRANSLATE_NOOP("journal", "Role revoked"), Icon::key},
    ActionWords{"submit", QT_TRANSLATE_NOOP("journal", "Submitted"), Icon::queue},
    ActionWords{"approve", QT_TRANSLATE_NOOP("journal", "Command approved"), Icon::unlock},
    ActionWords{"hold", QT_TRANSLATE_NOOP("journal", "Approval revoked"), Icon::lock},
    ActionWords{"decline", QT_TRANSLATE_NOOP("journal", "Command declined"), Icon::forbidden},
    ActionWords{"reject", QT_TRANSLATE_NOOP("journal", "Rejected"), Icon::forbidden},
    ActionWords{"fail", QT_TRANSLATE_NOOP("journal", "Failed"), Icon::error},
    ActionWords{"cancel", QT_TRANSLATE_NOOP("journal", "Cancelled"), Icon::close},
    ActionWords{"finish", QT_TRANSLATE_NOOP("journal", "Finished"), Icon::check},
    ActionWords{"priority", QT_TRANSLATE_NOOP("journal", "Priority changed"), Icon::arrowUp},
    ActionWords{"instant", QT_TRANSLATE_NOOP("journal", "Decided"), Icon::bolt},
};

const ActionWords* find(std::string_view action) {
    for (const ActionWords& each : kActions)
        if (each.action == action)
            return &each;
    return nullptr;
}

const ActionWords* wordsOf(const JournalRow& row) {
    return row.action == "nodes.state" ? find(row.action + "." + std::string(word(row.nodeState)))
                                       : find(row.action);
}

QString translated(const ActionWords& words) {
    return QCoreApplication::translate("journal", words.text);
}

// "a, b" of "a, b and 3 more".
QString namesIn(const QString& names) {
    static const QRegularExpression more(QStringLiteral(R"(^(.*) and (\d+) more$)"));
    const auto found = more.match(names);
    return found.hasMatch() ? QCoreApplication::translate("journal", "%1 and %Ln more", nullptr,
                                                          found.captured(2).toInt())
                                  .arg(found.captured(1))
                            : names;
}

// The file says in English what an instant decided: "2 started (a, b), 1 evicted (c)".
QString decisionText(const QString& subject) {
    struct Verb {
        const char* verb;
        const char* text;
    };
    static constexpr Verb kVerbs[] = {
        {"ended", QT_TRANSLATE_N_NOOP("journal", "%Ln ended (%1)")},
        {"evicted", QT_TRANSLATE_N_NOOP("journal", "%Ln evicted (%1)")},
        {"taken", QT_TRANSLATE_N_NOOP("journal", "%Ln evicted (%1)")},  // of older files
        {"moved", QT_TRANSLATE_N_NOOP("journal", "%Ln moved (%1)")},
        {"started", QT_TRANSLATE_N_NOOP("journal", "%Ln started (%1)")},
        {"rejected", QT_TRANSLATE_N_NOOP("journal", "%Ln rejected (%1)")},
    };
    static const QRegularExpression part(
        QStringLiteral(R"((\d+) (ended|evicted|taken|moved|started|rejected) \(([^)]*)\))"));
    QStringList parts;
    auto found = part.globalMatch(subject);
    while (found.hasNext()) {
        const auto match = found.next();
        for (const Verb& verb : kVerbs)
            if (match.captured(2) == QLatin1String(verb.verb))
                parts << QCoreApplication::translate("journal", verb.text, nullptr,
                                                     match.captured(1).toInt())
                             .arg(namesIn(match.captured(3)));
    }
    if (subject.isEmpty())  // such as that whoever was taken has stopped
        return QCoreApplication::translate("journal", "nothing started or evicted");
    if (subject == QLatin1String(kNobodyTaken))
        return QCoreApplication::translate("journal", "no evictions");
    return parts.isEmpty() ? subject : parts.join(QStringLiteral(", "));
}

// "A 8 GPUs, B 16 GPUs": what was set.
QString sizesText(const JournalRow& row) {
    QStringList parts;
    for (const auto& [quota, gpu] : row.sizes)
        parts << QCoreApplication::translate("journal", "%1 to %2", "a quota, its GPUs")
                     .arg(QString::fromStdString(quota), gpusText(gpu));
    const QString all = parts.join(QStringLiteral(", "));
    return row.moreSizes == 0 ? all
                              : QCoreApplication::translate("journal", "%1 and %Ln more", nullptr,
                                                            static_cast<int>(row.moreSizes))
                                    .arg(all);
}

}  // namespace

QString actionText(const JournalRow& row) {
    if (row.forATime && row.action == "scale")
        return QCoreApplication::translate("journal", "Guarantees changed temporarily");
    if (row.forATime && row.action == "policy")
        return QCoreApplication::translate("journal", "Policy changed temporarily");
    const ActionWords* words = wordsOf(row);
    return words != nullptr ? translated(*words) : QString::fromStdString(row.action);
}

Icon actionIcon(const JournalRow& row) {
    const ActionWords* words = wordsOf(row);
    return words != nullptr ? words->icon : Icon::file;
}

QString whoText(const JournalRow& row) {
    return row.who == "engine" ? QCoreApplication::translate("journal", "scheduler")
                               : QString::fromStdString(row.who);
}

QString subjectText(const JournalRow& row) {
    QString subject = QString::fromStdString(row.subject);
    if (row.action == "instant")
        return decisionText(subject);
    if (!row.sizes.empty())
        return sizesText(row);
    if (row.action != "undo" && row.action != "redo")
        return subject;
    const std::size_t end = row.subject.find(' ');
    const ActionWords* turned = find(std::string_view(row.subject).substr(0, end));
    if (turned == nullptr)
        return subject;
    return end == std::string::npos
               ? translated(*turned)
               : QCoreApplication::translate("journal", "%1: %2", "what was done, of what")
                     .arg(translated(*turned), QString::fromStdString(row.subject.substr(end + 1)));
}

const JournalRow* refusedEntry(const std::vector<JournalRow>& journal, const Message& refusal) {
    static const QRegularExpression numbered(QStringLiteral(R"(^History entry (\d+) \()"));
    std::optional<Revision> number;
    for (const Argument& each : refusal.arguments) {
        const auto what = numbered.match(QString::fromStdString(each.value.text));
        if (each.name == "what" && what.hasMatch())
            number = what.captured(1).toLongLong();
        else if (each.name == "entry" && refusal.code != "undo-depends" &&
                 refusal.code != "redo-depends")
            number = each.value.number;
    }
    const auto row = std::find_if(journal.begin(), journal.end(),
                                  [&](const JournalRow& each) { return each.n == number; });
    return row == journal.end() ? nullptr : &*row;
}

Message inHistoryWords(const std::vector<JournalRow>& journal, Message refusal) {
    const JournalRow* row = refusedEntry(journal, refusal);
    if (row == nullptr)
        return refusal;
    for (Argument& each : refusal.arguments)
        if (each.name == "action")
            each.value = Value::ofText(actionText(*row).toStdString());
        else if (each.name == "what")
            each.value = Value::ofText(
                QCoreApplication::translate("journal", "“%1”").arg(entryText(*row)).toStdString());
    return refusal;
}

QString entryText(const JournalRow& row) {
    const QString subject = subjectText(row);
    return subject.isEmpty()
               ? actionText(row)
               : QCoreApplication::translate("journal", "%1: %2", "what was done, of what")
                     .arg(actionText(row), subject);
}

}  // namespace apportion::ui
