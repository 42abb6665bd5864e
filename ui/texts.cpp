// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/texts.h"

#include <algorithm>
#include <array>

#include <QCoreApplication>
#include <QLocale>

#include "core/model/message_moments.h"
#include "core/model/number_text.h"
#include "core/view/explain/work_story.h"
#include "ui/counted_nouns.h"
#include "ui/hours_text.h"
#include "ui/time_text.h"
#include "ui/visible_text.h"

namespace apportion::ui {

namespace {

constexpr Duration kInWords = 60 * kSecond;  // "2 h 5 min" and not "7,500 s"

QString decimal(std::int64_t hundredths) {
    const int places = hundredths % 100 == 0 ? 0 : hundredths % 10 == 0 ? 1 : 2;
    return QLocale()
        .toString(static_cast<double>(hundredths) / 100.0, 'f', places)
        .replace(QLatin1Char('-'), QChar(0x2212));
}

}  // namespace

QString gpuNumber(Gpu gpu) {
    return decimal(gpu);
}

QString gpusText(Gpu gpu) {
    return gpu == kOneGpu ? QCoreApplication::translate("texts", "1 GPU")
                          : QCoreApplication::translate("texts", "%1 GPUs").arg(decimal(gpu));
}

QString readingText(std::int64_t workloads) {
    return QCoreApplication::translate("texts", "%1 workloads are being read")
        .arg(QLocale().toString(static_cast<qlonglong>(workloads)));
}

QString hoursNumber(GpuTime time) {
    return hoursTexts({time}).front();
}

QString gpuHours(GpuTime time) {
    return QCoreApplication::translate("texts", "%1 GPU hours").arg(hoursNumber(time));
}

QString percent(Gpu part, Gpu whole) {
    if (whole <= 0)
        return QCoreApplication::translate("texts", "no capacity");
    double share = static_cast<double>(part) * 100.0 / static_cast<double>(whole);
    // What is not all is not called all, nor what is something nothing.
    if (part != 0 && part != whole)
        share = part < whole ? std::clamp(share, 1.0, 99.0) : std::max(share, 101.0);
    return QCoreApplication::translate("texts", "%1 %").arg(QLocale().toString(share, 'f', 0));
}

QString namesText(const std::vector<std::string>& names) {
    constexpr std::size_t kMostNamed = 100;  // Qt's list grows by the square of its length
    QStringList list;
    for (std::size_t i = 0; i < std::min(names.size(), kMostNamed); ++i)
        list << visible(qt(names[i]));
    if (names.size() > kMostNamed)
        list << QCoreApplication::translate("texts", "%1 more")
                    .arg(QLocale().toString(qlonglong(names.size() - kMostNamed)));
    return QLocale().createSeparatedList(list);
}

QString nodesText(const std::vector<Placement>& placements) {
    std::vector<std::string> nodes;
    for (const Placement& placement : placements)
        if (std::find(nodes.begin(), nodes.end(), placement.node) == nodes.end())
            nodes.push_back(placement.node);
    QStringList names;
    for (const std::string& node : nodes)
        names << qt(node);
    return names.join(QStringLiteral(", "));
}

QString moduleText(Module module) {
    switch (module) {
        case Module::training:
            return QCoreApplication::translate("texts", "training");
        case Module::notebook:
            return QCoreApplication::translate("texts", "notebook");
        case Module::inference:
            return QCoreApplication::translate("texts", "inference");
    }
    return {};
}

QString modulesText(const ModuleSet& modules) {
    QStringList names;
    for (std::size_t i = 0; i < modules.size(); ++i)
        if (modules.test(i))
            names << moduleText(static_cast<Module>(i));
    return QLocale().createSeparatedList(names);
}

QString stateName(WorkloadState state) {
    switch (state) {
        case WorkloadState::pending:
            return QCoreApplication::translate("texts", "waiting");
        case WorkloadState::running:
            return QCoreApplication::translate("texts", "running");
        case WorkloadState::finished:
            return QCoreApplication::translate("texts", "finished");
        case WorkloadState::cancelled:
            return QCoreApplication::translate("texts", "cancelled");
        case WorkloadState::rejected:
            return QCoreApplication::translate("texts", "rejected");
        case WorkloadState::failed:
            return QCoreApplication::translate("texts", "failed");
    }
    return {};
}

QString evictionRuleName(EvictionRule rule) {
    switch (rule) {
        case EvictionRule::reclaim:
            return QCoreApplication::translate("texts", "reclaimed");
        case EvictionRule::selfLevel:
            return QCoreApplication::translate("texts", "self-level");
        case EvictionRule::childLevel:
            return QCoreApplication::translate("texts", "child-level");
        case EvictionRule::idle:
            return QCoreApplication::translate("texts", "background workload");
        case EvictionRule::elastic:
            return QCoreApplication::translate("texts", "fewer replicas");
        case EvictionRule::consolidation:
            return QCoreApplication::translate("texts", "moved");
        case EvictionRule::scale:
            return QCoreApplication::translate("texts", "quota scaled");
        case EvictionRule::node:
            return QCoreApplication::translate("texts", "node down");
    }
    return {};
}

QString drainedWord() {
    return QCoreApplication::translate("texts", "drained", "the node, of an eviction");
}

QString evictionName(const Eviction& eviction) {
    return isByDrain(eviction) ? drainedWord() : evictionRuleName(eviction.rule);
}

QString ruleName(Rule rule) {
    static constexpr std::array kNames{
        QT_TRANSLATE_NOOP("rules", "tree of quotas"),
        QT_TRANSLATE_NOOP("rules", "direct workloads of a quota"),
        QT_TRANSLATE_NOOP("rules", "bounds"),
        QT_TRANSLATE_NOOP("rules", "counters"),
        QT_TRANSLATE_NOOP("rules", "entitlement"),
        QT_TRANSLATE_NOOP("rules", "surplus by weight, unit by unit"),
        QT_TRANSLATE_NOOP("rules", "weight"),
        QT_TRANSLATE_NOOP("rules", "lent while idle"),
        QT_TRANSLATE_NOOP("rules", "lowest allocated / fair share first"),
        QT_TRANSLATE_NOOP("rules", "means of a start"),
        QT_TRANSLATE_NOOP("rules", "no vain eviction"),
        QT_TRANSLATE_NOOP("rules", "all replicas together"),
        QT_TRANSLATE_NOOP("rules", "placement"),
        QT_TRANSLATE_NOOP("rules", "reclaim"),
        QT_TRANSLATE_NOOP("rules", "self-level preemption"),
        QT_TRANSLATE_NOOP("rules", "child-level preemption"),
        QT_TRANSLATE_NOOP("rules", "the administrator's word"),
        QT_TRANSLATE_NOOP("rules", "minimum runtime"),
        QT_TRANSLATE_NOOP("rules", "optimal victim set"),
        QT_TRANSLATE_NOOP("rules", "requeue"),
        QT_TRANSLATE_NOOP("rules", "scale"),
        QT_TRANSLATE_NOOP("rules", "blockers"),
        QT_TRANSLATE_NOOP("rules", "history"),
        QT_TRANSLATE_NOOP("rules", "access and caps"),
        QT_TRANSLATE_NOOP("rules", "timeline"),
        QT_TRANSLATE_NOOP("rules", "stability"),
        QT_TRANSLATE_NOOP("rules", "one scheduler"),
    };
    const auto index = static_cast<std::size_t>(number(rule)) - 1;
    return index < kNames.size() ? QCoreApplication::translate("rules", kNames[index]) : QString();
}

QString ruleText(Rule rule) {
    return QCoreApplication::translate("texts", "Rule\u00a0%1 · %2")
        .arg(QString::number(number(rule)), ruleName(rule));
}

QString queueingText(Queueing queueing) {
    switch (queueing) {
        case Queueing::fifo:
            return QCoreApplication::translate("texts", "first in, first out");
        case Queueing::roundRobin:
            return QCoreApplication::translate("texts", "round-robin");
        case Queueing::balance:
            return QCoreApplication::translate("texts", "balance");
        case Queueing::intelligent:
            return QCoreApplication::translate("texts", "intelligent");
    }
    return {};
}

QString valueText(const Value& value) {
    switch (value.kind) {
        case Value::Kind::text:
            return visible(qt(value.text));
        case Value::Kind::list:
            return value.list.empty() ? QCoreApplication::translate("texts", "none")
                                      : namesText(value.list);
        case Value::Kind::count:
            return QLocale().toString(static_cast<qlonglong>(value.number));
        case Value::Kind::gpu:
            return gpusText(value.number);
        case Value::Kind::cpu:
            return QCoreApplication::translate("texts", "%1 cores").arg(qt(cpuText(value.number)));
        case Value::Kind::memory:
            return QCoreApplication::translate("texts", "%1 GiB").arg(qt(memoryText(value.number)));
        case Value::Kind::seconds:
            if (value.number >= kInWords)
                return TimeText::exactly(value.number);
            return QCoreApplication::translate("texts", "%1 s")
                .arg(QLocale().toString(static_cast<double>(value.number) / 1000.0, 'g', 9));
        case Value::Kind::flag:
            return value.number != 0 ? QCoreApplication::translate("texts", "yes")
                                     : QCoreApplication::translate("texts", "no");
    }
    return {};
}

QString filled(const QString& text, const std::vector<Argument>& arguments) {
    return qt(fillTemplate(withNouns(text, arguments).toStdString(), arguments,
                           [](const Value& value) { return valueText(value).toStdString(); }));
}

namespace {

QString translated(std::string_view text, const Message& message) {
    if (text.empty())
        return {};
    std::vector<Argument> arguments = message.arguments;
    for (Argument& each : arguments)  // its number is a name and no amount
        if (each.name == "process" && each.value.kind == Value::Kind::count)
            each.value = Value::ofText(std::to_string(each.value.number));
    return filled(QCoreApplication::translate("messages", std::string(text).c_str()), arguments);
}

// Where the table names a command of the command line that this window has a button for.
std::string_view remedyHere(std::string_view code) {
    struct Row {
        std::string_view code;
        std::string_view remedy;
    };
    constexpr std::string_view kLogBeside =
        QT_TRANSLATE_NOOP("messages", "See its output in the inspector.");
    static constexpr std::array kRows{
        Row{"project-damaged",
            QT_TRANSLATE_NOOP("messages",
                              "Use “Recover into a new file…”, or restore a backup and move "
                              "{name}-wal away, which belongs to the damaged file.")},
        Row{"project-damaged.known",
            QT_TRANSLATE_NOOP("messages",
                              "Use “Recover into a new file…”, or restore a backup. Its intact "
                              "data can still be read.")},
        Row{"project-no-journal",
            QT_TRANSLATE_NOOP("messages", "Use “Recover into a new file…”, or restore a backup.")},
        Row{"project-entry-damaged",
            QT_TRANSLATE_NOOP("messages", "Use “Recover into a new file…”, or restore a backup.")},
        Row{"project-chain-broken",
            QT_TRANSLATE_NOOP("messages",
                              "Use “Recover into a new file…”, or restore a backup. Check who had "
                              "access to the file.")},
        Row{"project-state-differs",
            QT_TRANSLATE_NOOP("messages",
                              "Use “Recover into a new file…”, or restore a backup. The disk might "
                              "be failing, or a user has edited the file.")},
        Row{"command-failed.exit", kLogBeside},
        Row{"command-failed.signal", kLogBeside},
        Row{"command-failed.start",
            QT_TRANSLATE_NOOP("messages",
                              "Correct the command or its folder, and submit it again.")},
        Row{"command-failed.unknown",
            QT_TRANSLATE_NOOP("messages",
                              "See its output in the inspector, and submit it again if needed.")},
    };
    for (const Row& row : kRows)
        if (row.code == code)
            return row.remedy;
    return {};
}

}  // namespace

QString workInPart() {
    return QCoreApplication::translate("texts", "of the workloads that you can see");
}

QString quotasInPart() {
    return QCoreApplication::translate("texts", "of the quotas that you can see");
}

QString messageText(const Message& message) {
    QStringList sentences;
    for (const std::string_view text : messageTemplates(message))
        sentences << translated(text, message);
    return sentences.join(QLatin1Char(' '));
}

QString messageText(const Message& message, const TimeText& time) {
    Message shown = message;
    for (Argument& argument : shown.arguments)
        if (isMoment(argument))
            argument.value = Value::ofText(time.seconds(argument.value.number).toStdString());
    return messageText(shown);
}

QString remedyText(const Message& message) {
    const std::string_view here = remedyHere(message.code);
    return translated(here.empty() ? remedyTemplate(message.code) : here, message);
}

}  // namespace apportion::ui
