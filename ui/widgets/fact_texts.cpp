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
    text.title = why == rest::kHalted ? Facts::tr("Scheduling is halted")
                                      : Facts::tr("The pool is not live");
    const QString waits =
        why == rest::kHalted
            ? Facts::tr("%Ln workload(s), %1 in total, wait until the file can be written again.",
                        nullptr, count)
        : why == rest::kNever
            ? Facts::tr("%Ln workload(s), %1 in total, wait until it goes live for the first time.",
                        nullptr, count)
            : Facts::tr("%Ln workload(s), %1 in total, wait until it goes live again.", nullptr,
                        count);
    text.text = waits.arg(gpusText(numberOf(arguments, "gpu")));
    text.cause = true;
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
    return eviction.runnerUp.empty() ? QString() : messageText(runnerUpMessage(eviction));
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
            text.title = say(Facts::tr("{quota} can evict from its children"));
            text.text =
                find(arguments, "from") == nullptr ? Facts::tr("The policy has been changed since.")
                : find(arguments, "changed") != nullptr
                    ? say(Facts::tr("Then: modules {modules}, priority {from} to {to}. The policy "
                                    "has been changed since."))
                    : say(Facts::tr("Modules {modules}, priority {from} to {to}."));
            text.cause = true;
            break;
        case Kind::selfPolicy:
            text.title = say(Facts::tr("{quota} lets high priorities evict"));
            text.text =
                find(arguments, "highFrom") == nullptr
                    ? Facts::tr("The policy has been changed since.")
                : find(arguments, "changed") != nullptr
                    ? say(Facts::tr("Then: priority {highFrom} to {highTo} evicts {lowFrom} to "
                                    "{lowTo}. The policy has been changed since."))
                    : say(Facts::tr(
                          "Priority {highFrom} to {highTo} evicts {lowFrom} to {lowTo}."));
            text.cause = true;
            break;
        case Kind::reclaimRight:
            text.title = wordOf(arguments, "claim") == claim::kShare
                             ? say(Facts::tr("{quota} reclaims its fair share"))
                             : say(Facts::tr("{quota} reclaims its guarantee"));
            text.text =
                find(arguments, "charge") != nullptr
                    ? say(Facts::tr("{from} had {charge} allocated then ({placed}, and {kept} that "
                                    "{keepers} do not lend) and was entitled to {bound}."))
                : find(arguments, "placed") != nullptr
                    ? say(Facts::tr(
                          "{from} had {placed} allocated then and was entitled to {bound}."))
                    : say(Facts::tr("Guarantee now: {guaranteed}. Fair share now: {share}."));
            text.cause = true;
            break;
        case Kind::victims: {
            text.title = numberOf(arguments, "count") == 1
                             ? say(Facts::tr("{victims} released {gpu}"))
                             : say(Facts::tr("{victims} released {gpu} in total"));
            const GpuTime lost = numberOf(arguments, "lost");
            text.text =
                find(arguments, "again") == nullptr
                    ? Facts::tr("Smallest set that was enough: %1 lost.").arg(gpuHours(lost))
                    : say(Facts::tr("%1 lost. The rest was enough for {again} to start again "
                                    "immediately.")
                              .arg(gpuHours(lost)));
            if (!listOf(arguments, "runnerUp").empty()) {
                const Message next{"runner-up-" + wordOf(arguments, "worseBy"),
                                   {{"victims", *find(arguments, "runnerUp")}}};
                text.text = Facts::tr("%1 %2").arg(text.text, messageText(next));
            }
            if (find(arguments, "earlier") != nullptr)
                text.text = Facts::tr("%1 %2").arg(
                    text.text,
                    say(Facts::tr("{earlier} released {earlierGpu} for an earlier run.")));
            text.loss = true;
            break;
        }
        case Kind::took:
            text.title = say(Facts::tr("%1 {taker} got {gpu} from {quotas}")).arg(at);
            text.text = say(Facts::tr("Evicted: {victims}."));
            text.cause = true;
            break;
        case Kind::drains: {
            const std::string& by = find(arguments, "by")->text;
            text.title = say(Facts::tr("{quota} starts nothing until it fits"));
            text.text = say(by == drain_bound::kSize
                                ? Facts::tr("{used} in use, guarantee {bound}, no borrowing.")
                            : by == drain_bound::kLimit
                                ? Facts::tr("{used} in use, limit {bound}.")
                                : Facts::tr("Non-preemptible workloads use {used}. They must stay "
                                            "within the guarantee of {bound}."));
            text.cause = true;
            break;
        }
        case Kind::lendersIdle:
            text.title = listOf(arguments, "quotas").size() == 1
                             ? say(Facts::tr("{quotas} has nothing more to run"))
                             : say(Facts::tr("{quotas} have nothing more to run"));
            text.text = say(Facts::tr("Others can borrow {gpu} of its {guaranteed} guaranteed."));
            break;
        case Kind::surplus:
            // A higher rank is served before the weights of the others are asked for.
            if (find(arguments, "by") != nullptr) {
                text.title = say(Facts::tr("{gpu} of surplus go to {by} first, by rank {rank}"));
                text.text = say(Facts::tr("None is left for {quota} (rank {ownRank})."));
            } else if (find(arguments, "ranks") != nullptr) {
                text.title = say(Facts::tr("{gpu} of surplus go by rank, then by weight"));
                text.text =
                    Facts::tr("Fair shares now: %1. Ranks, the highest first: %2.")
                        .arg(byQuotaText(arguments, "shares"), byQuotaText(arguments, "ranks"));
            } else {
                text.title =
                    say(Facts::tr("{gpu} of surplus go by weight %1")).arg(weightsText(arguments));
                text.text = Facts::tr("Fair shares now: %1.").arg(byQuotaText(arguments, "shares"));
            }
            text.cause = true;
            break;
        case Kind::shareShort:
            text.title = say(Facts::tr("A quota above uses {gpu} of its guarantee"));
            text.text = Facts::tr("Workloads submitted there use it.");
            break;
        case Kind::resting:
            sayResting(arguments, text);
            break;
        case Kind::unapproved:
            text.title = Facts::tr("%Ln workload(s) waiting for approval", nullptr,
                                   static_cast<int>(numberOf(arguments, "count")));
            text.text =
                say(Facts::tr("The commands are not approved yet. The workloads need {gpu}, which "
                              "the quota does not request until then."));
            text.cause = true;
            break;
        case Kind::queueEmpty:
            text.title = Facts::tr("Nothing waits here");
            text.text = numberOf(arguments, "used") > 0
                            ? say(Facts::tr("All its workloads are running: {used}."))
                            : Facts::tr("All its workloads have ended.");
            break;
        case Kind::stillWaiting: {
            const QString code = qt(find(arguments, "code")->text);
            text.title = Facts::tr("%Ln workload(s) wait for %1", nullptr,
                                   static_cast<int>(numberOf(arguments, "count")))
                             .arg(gpusText(numberOf(arguments, "gpu")));
            const bool never =
                code == QLatin1String("never-fits") || code == QLatin1String("gpu-type");
            text.text = say(never ? Facts::tr("{workload} can never start in this pool: %1.")
                                  : Facts::tr("First in the queue is {workload}: %1."))
                            .arg(reasonBadge(code).text);
            break;
        }
        case Kind::nothingAsked:
            text.title = Facts::tr("No workloads submitted here");
            if (numberOf(arguments, "lends") == 0)
                text.text = say(Facts::tr("It does not lend its {guaranteed}."));
            else if (numberOf(arguments, "lends") < numberOf(arguments, "guaranteed"))
                text.text = say(Facts::tr(
                    "Until it requests them, others can borrow {lends} of its {guaranteed}."));
            else
                text.text =
                    say(Facts::tr("Until it requests them, others can borrow its {guaranteed}."));
            break;
        case Kind::within:
            if (fact.rule == Rule::minimumRuntime) {
                text.title = say(Facts::tr("{used} in use, fair share {share}"));
                text.text =
                    say(Facts::tr("%Ln workload(s) here are within a minimum runtime of {time}, "
                                  "the first for another {left}.",
                                  nullptr, static_cast<int>(numberOf(arguments, "count"))));
                text.cause = true;
                break;
            }
            text.title = say(Facts::tr("It uses {used} of its {guaranteed}"));
            text.text =
                numberOf(arguments, "lent") > 0 && numberOf(arguments, "pending") > 0
                    ? say(Facts::tr(
                          "Lent of the guarantee: {lent}. See the reasons of waiting workloads."))
                : numberOf(arguments, "lent") > 0
                    ? say(Facts::tr("Lent of the guarantee: {lent}. It can reclaim that."))
                    : Facts::tr("It uses all of its guarantee.");
            break;
    }
    return text;
}

QString changeText(const QuotaChange& change) {
    const auto say = [&](const QString& text) { return filled(text, change.arguments); };
    switch (change.kind) {
        case QuotaChange::Kind::takerEnds:
            return numberOf(change.arguments, "gained") == numberOf(change.arguments, "gpu")
                       ? say(Facts::tr("{workload} ends and releases {gpu}"))
                       : say(Facts::tr("{workload} ends and releases {gpu}. This quota then uses "
                                       "{gained} more"));
        case QuotaChange::Kind::lenderSubmits:
            return numberOf(change.arguments, "grace") > 0
                       ? say(Facts::tr("{quota} submits again: up to {gpu} return to it within "
                                       "{grace}"))
                       : say(Facts::tr(
                             "{quota} submits again: up to {gpu} return to it immediately"));
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
        return Facts::tr("How to reclaim it");
    return Facts::tr("What would change it");
}

}  // namespace apportion::ui
