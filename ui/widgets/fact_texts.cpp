// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fact_texts.h"

#include <algorithm>
#include <map>

#include <QCoreApplication>
#include <QLocale>

#include "core/model/runner_up.h"
#include "ui/texts.h"
#include "ui/widgets/badge.h"

namespace apportion::ui {

namespace {

struct Facts {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::Facts)
};

const Value* find(const std::vector<Argument>& arguments, const char* name) {
    for (const Argument& argument : arguments)
        if (argument.name == name)
            return &argument.value;
    return nullptr;
}

std::int64_t numberOf(const std::vector<Argument>& arguments, const char* name) {
    const Value* value = find(arguments, name);
    return value ? value->number : 0;
}

std::string wordOf(const std::vector<Argument>& arguments, const char* name) {
    const Value* value = find(arguments, name);
    return value ? value->text : std::string();
}

std::vector<std::string> listOf(const std::vector<Argument>& arguments, const char* name) {
    const Value* value = find(arguments, name);
    return value ? value->list : std::vector<std::string>();
}

// Module names are words of the file format; here they are words of the user.
std::vector<Argument> inUsersWords(std::vector<Argument> arguments) {
    const std::map<std::string, Module> modules{{"training", Module::training},
                                                {"notebook", Module::notebook},
                                                {"inference", Module::inference}};
    for (Argument& argument : arguments)
        if (argument.name == "modules")
            for (std::string& name : argument.value.list)
                if (const auto known = modules.find(name); known != modules.end())
                    name = moduleText(known->second).toStdString();
    return arguments;
}

// Nobody decides, and that is why what waits does.
void sayResting(const std::vector<Argument>& arguments, FactText& text) {
    const auto count = static_cast<int>(numberOf(arguments, "count"));
    const std::string why = wordOf(arguments, "why");
    text.title = why == rest::kHalted ? Facts::tr("The pool stands still")
                                      : Facts::tr("The pool is not live");
    const QString waits =
        why == rest::kHalted
            ? Facts::tr("%Ln workload(s), %1 in all, wait until its file can be followed again.",
                        nullptr, count)
        : why == rest::kNever
            ? Facts::tr("%Ln workload(s), %1 in all, wait until it goes live for the first time.",
                        nullptr, count)
            : Facts::tr("%Ln workload(s), %1 in all, wait until it goes live again.", nullptr,
                        count);
    text.text = waits.arg(gpusText(numberOf(arguments, "gpu")));
    text.cause = true;
}

// Why the second best set of victims was worse: the keys of rule 19.
QString worseText(const std::string& key) {
    static const std::map<std::string, const char*> kTexts{
        {"a", QT_TRANSLATE_NOOP("apportion::ui::Facts",
                                "Next best was {runnerUp}, by a stronger right.")},
        {"a2", QT_TRANSLATE_NOOP("apportion::ui::Facts",
                                 "Next best: {runnerUp}. It would push a team below its share.")},
        {"b", QT_TRANSLATE_NOOP("apportion::ui::Facts",
                                "Next best was {runnerUp}, of a team less far above its share.")},
        {"c", QT_TRANSLATE_NOOP("apportion::ui::Facts",
                                "Next best was {runnerUp}, at a higher priority.")},
        {"d", QT_TRANSLATE_NOOP("apportion::ui::Facts", "Next best was {runnerUp}: more GPUs.")},
        {"e",
         QT_TRANSLATE_NOOP("apportion::ui::Facts", "Next best was {runnerUp}: more workloads.")},
        {"f", QT_TRANSLATE_NOOP("apportion::ui::Facts",
                                "Next best was {runnerUp}, at higher priorities.")},
        {"g",
         QT_TRANSLATE_NOOP("apportion::ui::Facts", "Next best was {runnerUp}: more work lost.")},
        {"h",
         QT_TRANSLATE_NOOP("apportion::ui::Facts", "Next best was {runnerUp}, started earlier.")},
        {"i", QT_TRANSLATE_NOOP("apportion::ui::Facts",
                                "Next best was {runnerUp}, equal but for the name.")},
    };
    const auto known = kTexts.find(key);
    return known == kTexts.end() ? QString() : Facts::tr(known->second);
}

// Of each quota.
QString byQuotaText(const std::vector<Argument>& arguments, const char* of) {
    const auto quotas = listOf(arguments, "quotas");
    const auto numbers = listOf(arguments, of);
    QStringList pairs;
    for (std::size_t i = 0; i < quotas.size() && i < numbers.size(); ++i)
        pairs
            << Facts::tr("%1\u00a0%2", "a quota and its number").arg(qt(quotas[i]), qt(numbers[i]));
    return QLocale().createSeparatedList(pairs);
}

QString weightsText(const std::vector<Argument>& arguments) {
    QStringList weights;
    for (const std::string& weight : listOf(arguments, "weights"))
        weights << qt(weight);
    return weights.join(QStringLiteral(" : "));
}

}  // namespace

QString runnerUpText(const Eviction& eviction) {
    if (eviction.runnerUp.empty())
        return {};
    if (sparedTheWhole(eviction))
        return filled(Facts::tr("Next best was the whole of {runnerUp}, by a stronger right."),
                      {{"runnerUp", Value::ofList(eviction.runnerUp)}});
    return filled(worseText(eviction.worseBy), {{"runnerUp", Value::ofList(eviction.runnerUp)}});
}

FactText factText(const QuotaFact& fact, const TimeText& time) {
    using Kind = QuotaFact::Kind;
    const std::vector<Argument> arguments = inUsersWords(fact.arguments);
    const auto say = [&](const QString& text) { return filled(text, arguments); };
    const QString at = fact.at ? time.minutes(*fact.at) : QString();
    FactText text;
    text.rule = fact.rule;
    switch (fact.kind) {
        case Kind::takenBy:
            text.title = say(Facts::tr("%1 {taker} needs {gpu}")).arg(at);
            text.text = say(
                Facts::tr("Submitted on {quota} with priority {priority}. Not enough was free."));
            break;
        case Kind::childPolicy:
            text.title = say(Facts::tr("{quota} may take from its children"));
            text.text =
                find(arguments, "from") == nullptr ? Facts::tr("The policy has been changed since.")
                : find(arguments, "changed") != nullptr
                    ? say(Facts::tr("Then: modules {modules}, priority {from} to {to}. The policy "
                                    "has been changed since."))
                    : say(Facts::tr("Modules {modules}, priority {from} to {to}."));
            text.cause = true;
            break;
        case Kind::selfPolicy:
            text.title = say(Facts::tr("{quota} lets high priorities take"));
            text.text =
                find(arguments, "highFrom") == nullptr
                    ? Facts::tr("The policy has been changed since.")
                : find(arguments, "changed") != nullptr
                    ? say(Facts::tr("Then: priority {highFrom} to {highTo} takes from {lowFrom} to "
                                    "{lowTo}. The policy has been changed since."))
                    : say(Facts::tr(
                          "Priority {highFrom} to {highTo} takes from {lowFrom} to {lowTo}."));
            text.cause = true;
            break;
        case Kind::reclaimRight:
            text.title = wordOf(arguments, "claim") == claim::kShare
                             ? say(Facts::tr("{quota} claims its fair share"))
                             : say(Facts::tr("{quota} claims what is its own"));
            text.text =
                find(arguments, "charge") != nullptr
                    ? say(Facts::tr("{from} counted as {charge} then, {placed} held and {kept} "
                                    "kept back for {keepers}, more than the {bound} it was "
                                    "entitled to."))
                : find(arguments, "placed") != nullptr
                    ? say(Facts::tr("{from} held {placed} then, more than the {bound} it was "
                                    "entitled to."))
                    : say(Facts::tr(
                          "Now it is guaranteed {guaranteed}; its fair share is {share}."));
            text.cause = true;
            break;
        case Kind::victims: {
            text.title = numberOf(arguments, "count") == 1
                             ? say(Facts::tr("{victims} gave {gpu}"))
                             : say(Facts::tr("{victims} gave {gpu} in all"));
            const GpuTime lost = numberOf(arguments, "lost");
            text.text = find(arguments, "again") == nullptr
                            ? Facts::tr("The least that was enough: %1 lost.").arg(gpuHours(lost))
                            : say(Facts::tr("%1 lost. What was left was enough for {again} to "
                                            "start again at once.")
                                      .arg(gpuHours(lost)));
            if (!listOf(arguments, "runnerUp").empty()) {
                const QString worse = worseText(find(arguments, "worseBy")->text);
                text.text = Facts::tr("%1 %2").arg(text.text, filled(worse, arguments));
            }
            if (find(arguments, "earlier") != nullptr)
                text.text = Facts::tr("%1 %2").arg(
                    text.text, say(Facts::tr("To an earlier run {earlier} gave {earlierGpu}.")));
            text.loss = true;
            break;
        }
        case Kind::took:
            text.title = say(Facts::tr("%1 {taker} took {gpu} from {quotas}")).arg(at);
            text.text = say(Facts::tr("Gave way: {victims}."));
            text.cause = true;
            break;
        case Kind::drains: {
            const std::string& by = find(arguments, "by")->text;
            text.title = say(Facts::tr("{quota} starts nothing until it fits"));
            text.text = say(
                by == drain_bound::kSize
                    ? Facts::tr("It holds {used} and may have its guarantee of {bound}: it does "
                                "not borrow.")
                : by == drain_bound::kLimit
                    ? Facts::tr("It holds {used}, and its limit is {bound}.")
                    : Facts::tr("{used} of it run work that cannot be preempted, which may have no "
                                "more than the guarantee of {bound}."));
            text.cause = true;
            break;
        }
        case Kind::lendersIdle:
            text.title = listOf(arguments, "quotas").size() == 1
                             ? say(Facts::tr("{quotas} has nothing more to run"))
                             : say(Facts::tr("{quotas} have nothing more to run"));
            text.text = say(Facts::tr(
                "Of the {guaranteed} it is guaranteed it leaves {gpu}, which others may borrow."));
            break;
        case Kind::surplus:
            // A higher rank is served before the weights of the others are asked for.
            if (find(arguments, "by") != nullptr) {
                text.title = say(Facts::tr("{gpu} to spare go to {by} first, by its rank {rank}"));
                text.text = say(Facts::tr("Nothing is left for {quota}, whose rank is {ownRank}."));
            } else if (find(arguments, "ranks") != nullptr) {
                text.title = say(Facts::tr("{gpu} to spare go by rank, then by weight"));
                text.text =
                    Facts::tr("Fair shares now: %1. Ranks, the highest first: %2.")
                        .arg(byQuotaText(arguments, "shares"), byQuotaText(arguments, "ranks"));
            } else {
                text.title =
                    say(Facts::tr("{gpu} to spare go by weight %1")).arg(weightsText(arguments));
                text.text = Facts::tr("Fair shares now: %1.").arg(byQuotaText(arguments, "shares"));
            }
            text.cause = true;
            break;
        case Kind::shareShort:
            text.title = say(Facts::tr("A quota above uses {gpu} of its guarantee"));
            text.text = Facts::tr("Work submitted there runs on it.");
            break;
        case Kind::resting:
            sayResting(arguments, text);
            break;
        case Kind::unapproved:
            text.title = Facts::tr("%Ln workload(s) wait for an approval", nullptr,
                                   static_cast<int>(numberOf(arguments, "count")));
            text.text = say(
                Facts::tr("Nobody has approved the commands yet. They ask for {gpu}; until then "
                          "the quota claims nothing for them."));
            text.cause = true;
            break;
        case Kind::queueEmpty:
            text.title = Facts::tr("Nothing waits here");
            text.text =
                numberOf(arguments, "used") > 0
                    ? say(Facts::tr("All that was submitted and has not ended runs: {used}."))
                    : Facts::tr("All that was submitted has ended.");
            break;
        case Kind::stillWaiting: {
            const QString code = qt(find(arguments, "code")->text);
            text.title = Facts::tr("%Ln workload(s) wait for %1", nullptr,
                                   static_cast<int>(numberOf(arguments, "count")))
                             .arg(gpusText(numberOf(arguments, "gpu")));
            const bool never =
                code == QLatin1String("never-fits") || code == QLatin1String("gpu-type");
            text.text = say(never ? Facts::tr("{workload} can never start in this pool: %1.")
                                  : Facts::tr("Next in turn is {workload}: %1."))
                            .arg(reasonBadge(code).text);
            break;
        }
        case Kind::nothingAsked:
            text.title = Facts::tr("Nothing has been submitted here");
            if (numberOf(arguments, "lends") == 0)
                text.text =
                    say(Facts::tr("It keeps its {guaranteed} back: nobody else may use them."));
            else if (numberOf(arguments, "lends") < numberOf(arguments, "guaranteed"))
                text.text =
                    say(Facts::tr("Until it asks, others may use {lends} of its {guaranteed}."));
            else
                text.text = say(Facts::tr("Until it asks, others may use its {guaranteed}."));
            break;
        case Kind::within:
            if (fact.rule == Rule::minimumRuntime) {
                text.title = say(Facts::tr("It holds {used}; its fair share is {share}"));
                text.text =
                    say(Facts::tr("%Ln workload(s) here are protected by a minimum runtime "
                                  "of {time}: others may not take them back yet, the first "
                                  "of them for another {left}.",
                                  nullptr, static_cast<int>(numberOf(arguments, "count"))));
                text.cause = true;
                break;
            }
            text.title = say(Facts::tr("It uses {used} of its {guaranteed}"));
            text.text =
                numberOf(arguments, "lent") > 0 && numberOf(arguments, "pending") > 0
                    ? say(Facts::tr("Lent of the guarantee: {lent}. What waits here does not get "
                                    "that now; its own reason says why."))
                : numberOf(arguments, "lent") > 0
                    ? say(Facts::tr("Lent of the guarantee: {lent}. That comes back when it asks."))
                    : Facts::tr("It has all that it is guaranteed.");
            break;
    }
    return text;
}

QString changeText(const QuotaChange& change) {
    const auto say = [&](const QString& text) { return filled(text, change.arguments); };
    switch (change.kind) {
        case QuotaChange::Kind::takerEnds:
            return numberOf(change.arguments, "gained") == numberOf(change.arguments, "gpu")
                       ? say(Facts::tr("{workload} ends: it gives back {gpu}"))
                       : say(Facts::tr("{workload} ends: it gives back {gpu}. This quota then uses "
                                       "{gained} more"));
        case QuotaChange::Kind::lenderSubmits:
            return numberOf(change.arguments, "grace") > 0
                       ? say(Facts::tr("{quota} submits again: up to {gpu} return to it within "
                                       "{grace}"))
                       : say(Facts::tr("{quota} submits again: up to {gpu} return to it at once"));
    }
    return {};
}

QString whyTitle(const QuotaNumbers& numbers) {
    if (numbers.subtree == numbers.guaranteed)
        return Facts::tr("Why %1").arg(gpuNumber(numbers.subtree));
    return Facts::tr("Why %1 and not %2")
        .arg(gpuNumber(numbers.subtree), gpuNumber(numbers.guaranteed));
}

QString changesTitle(const QuotaNumbers& numbers) {
    if (numbers.above > 0)
        return Facts::tr("What gives it back");
    if (numbers.subtree > numbers.guaranteed)
        return Facts::tr("What takes it back");
    return Facts::tr("What would change it");
}

}  // namespace apportion::ui
