// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/workload_inspector.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <QLocale>
#include <QVBoxLayout>

#include "core/change/wall_clock.h"
#include "core/model/booked_start.h"
#include "core/model/short_reason.h"
#include "core/plan/draft/live_obstacle.h"
#include "core/session/local/live_consent.h"
#include "core/session/slurm/cluster_name.h"
#include "core/view/awaiting_approval.h"
#include "core/view/explain/remedies.h"
#include "core/view/explain/work_story.h"
#include "ui/inspector/episode_step.h"
#include "ui/inspector/estimate_text.h"
#include "ui/inspector/eviction_section.h"
#include "ui/inspector/inspector_parts.h"
#include "ui/inspector/run_section.h"
#include "ui/inspector/slurm_steps.h"
#include "ui/node_words.h"
#include "ui/rule_sentence.h"
#include "ui/start_text.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/trial_texts.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/explanation_rail.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/fact_texts.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr std::size_t kMostHolders = 5;

QString secondLine(const WorkloadRow& row) {
    if (row.user.empty())
        return WorkloadInspector::tr("%1 · %2 · priority %3")
            .arg(qt(row.team), moduleText(row.module))
            .arg(row.priority);
    return WorkloadInspector::tr("%1 · %2 · %3 · priority %4")
        .arg(qt(row.team), qt(row.user), moduleText(row.module))
        .arg(row.priority);
}

Icon changeIcon(const Unblock& unblock) {
    if (std::holds_alternative<NodesToAdd>(unblock.change))
        return Icon::node;
    if (std::holds_alternative<CapToSet>(unblock.change))
        return Icon::sliders;
    const EventAction& action = std::get<Event>(unblock.change).action;
    if (std::holds_alternative<ScaleEvent>(action))
        return Icon::arrows;
    if (std::holds_alternative<PolicyEvent>(action))
        return Icon::sliders;
    return Icon::clock;
}

const FinishEvent* ending(const Unblock& unblock) {
    const auto* event = std::get_if<Event>(&unblock.change);
    return event ? std::get_if<FinishEvent>(&event->action) : nullptr;
}

bool neverFits(const Explanation& explanation) {
    return explanation.reason && (explanation.reason->code == ReasonCode::neverFits ||
                                  explanation.reason->code == ReasonCode::gpuType);
}

bool isNotAllowed(const Explanation& explanation) {
    return explanation.reason && (explanation.reason->code == ReasonCode::forbidden ||
                                  explanation.reason->code == ReasonCode::maxPriority);
}

QString startsOf(const View& view, Duration grace = 0) {
    return startText(view.document.rests(), grace);
}

// In a card; the explanation as text names all.
constexpr std::size_t kNamed = 6;

QString costText(const std::vector<std::string>& evicts, const RunsOn& runsOn) {
    const QStringList costs = costTexts(evicts, runsOn, kNamed);
    return costs.isEmpty() ? WorkloadInspector::tr("Evicts nothing.")
                           : costs.join(QLatin1Char(' '));
}

// When it would start, and what that costs others.
QString effectText(const View& view, const std::vector<std::string>& evicts, const RunsOn& runsOn,
                   Duration grace, const FinishEvent* end = nullptr) {
    QStringList sentences{startsOf(view, grace)};
    if (end != nullptr)
        sentences << WorkloadInspector::tr("%1 loses its run.").arg(qt(end->workload));
    if (end == nullptr || !costTexts(evicts, runsOn).isEmpty())
        sentences << costText(evicts, runsOn);
    return sentences.join(QLatin1Char(' '));
}

QString askedText(const AskedWork& asked) {
    QString all = gpusText(asked.gpu * asked.replicas);
    if (asked.replicas == 1)
        return all;
    return asked.least < asked.replicas
               ? WorkloadInspector::tr("%1 in %Ln replica(s), at least %2", nullptr, asked.replicas)
                     .arg(all, QLocale().toString(asked.least))
               : WorkloadInspector::tr("%1 in %Ln replica(s)", nullptr, asked.replicas).arg(all);
}

const NodeRow* nodeOf(const View& view, const std::string& name) {
    const auto& rows = view.nodes.rows;
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const NodeRow& row) { return row.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

}  // namespace

WorkloadInspector::WorkloadInspector(SessionBridge& bridge, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      title_(new InspectorTitle(this)),
      eviction_(new EvictionSection(this)),
      facts_(new FactList(this)),
      unknown_(new TextLabel({}, Type::second, Role::text2, this)),
      runs_(new RunSection(bridge, this)),
      taken_(new TakenSection(this)),
      whyTitle_(new TextLabel(tr("Why it waits"), Type::head, Role::text, this)),
      why_(new ExplanationRail(this)),
      cardsTitle_(new TextLabel(tr("What would start it"), Type::head, Role::text, this)),
      cards_(new CardList(this)),
      holdersTitle_(new TextLabel(tr("Who holds what it needs"), Type::head, Role::text, this)),
      holders_(new LinkList(this)),
      historyTitle_(new TextLabel(tr("What happened to it"), Type::head, Role::text, this)),
      history_(new ExplanationRail(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 4, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(eviction_);
    layout->addWidget(facts_);
    unknown_->setWordWrap(true);
    layout->addWidget(unknown_);
    layout->addWidget(runs_);
    layout->addSpacing(4);
    for (QWidget* part :
         std::initializer_list<QWidget*>{taken_, whyTitle_, why_, historyTitle_, history_,
                                         cardsTitle_, cards_, holdersTitle_, holders_})
        layout->addWidget(part);
    layout->addStretch(1);
    connect(eviction_, &EvictionSection::workloadChosen, this, &WorkloadInspector::workloadChosen);
    connect(taken_, &TakenSection::workloadChosen, this, &WorkloadInspector::workloadChosen);
    connect(cards_, &CardList::pointerLeft, this, &WorkloadInspector::takeHeld);
    connect(runs_, &RunSection::approvalWanted, this, &WorkloadInspector::approvalWanted);
}

bool WorkloadInspector::isUpToDate() const {
    return runs_->isUpToDate() && !trying_;
}

void WorkloadInspector::setWorkload(const View& view, const WorkloadRow& row,
                                    const Estimates* estimates, const EvictionRow* eviction,
                                    const DeviceUses& uses) {
    const TimeText time(view.document.epoch);
    const WorkloadOutcome& status = row.status;
    title_->set(row.colour, qt(row.name), secondLine(row));
    const StartEstimate* estimate = nullptr;
    if (estimates != nullptr && status.state == WorkloadState::pending)
        estimate = estimates->of(row.name);
    QList<Fact> facts;
    const auto add = [&](const QString& label, const QString& value, const QString& about,
                         Role role = Role::text) {
        facts.append({label, value, role, about});
    };
    const QString waited = tr("Total waiting time, including waits after evictions");
    add(tr("Asks for"), askedText(row.asked), tr("GPUs of all replicas together"));
    add(tr("Submitted"),
        tr("%1, %2 ago").arg(time.seconds(row.submit), TimeText::duration(view.clock - row.submit)),
        tr("When it was submitted, by the clock of the pool"));
    if (status.state == WorkloadState::pending || status.state == WorkloadState::running)
        add(tr("Stated duration"),
            row.duration ? TimeText::duration(*row.duration) : tr("none, runs until it is ended"),
            tr("As submitted"));
    switch (status.state) {
        case WorkloadState::pending:
            add(tr("Waited"), TimeText::duration(status.waited), waited, Role::warn);
            if (status.position && !neverStarts(row))
                add(tr("In its queue"), tr("%1 in %2").arg(*status.position).arg(qt(row.quota)),
                    tr("Position in the queue of its quota. Rule 9"));
            if (neverStarts(row))
                add(tr("Starts"), tr("never in this pool"),
                    tr("It exceeds the nodes, guarantees, or limits of this pool"), Role::err);
            else if (estimate != nullptr)
                facts.append(estimateFacts(view, *estimate));
            break;
        case WorkloadState::running:
            add(tr("Runs since"),
                tr("%1, %2").arg(time.seconds(status.start.value_or(0)),
                                 TimeText::duration(view.clock - status.start.value_or(0))),
                tr("Start of the present run, and how long it has lasted"));
            if (row.ends)
                add(tr("Ends, estimate"), momentText(view, *row.ends),
                    tr("By the stated duration, if it is not evicted"));
            if (row.asked.least < row.asked.replicas)
                add(tr("Runs with"),
                    tr("%1 in %2 of %Ln replica(s)", nullptr, row.asked.replicas)
                        .arg(gpusText(row.gpu), QLocale().toString(row.replicas)),
                    tr("GPUs in use now. An elastic workload can continue with fewer replicas"));
            add(tr("On"), nodesOf(status.placements), tr("The nodes that hold its replicas"));
            if (const QString busy = usesText(view, row.name, uses); !busy.isEmpty())
                add(tr("Utilization"), busy, aboutUse(time.seconds(uses.at)));
            add(tr("Waited"), TimeText::duration(status.waited), waited);
            break;
        default:
            add(tr("State"), stateName(status.state), tr("As the scheduler recorded it"));
            if (status.end)
                add(tr("Ended"), time.seconds(*status.end), tr("End of its last run"));
    }
    if (status.state == WorkloadState::pending || status.state == WorkloadState::running)
        add(tr("Preemptible"), row.preemptible ? tr("yes, preemptible") : tr("only by a policy"),
            tr("Quotas below their fair share can reclaim from preemptible workloads. Rule 14"));
    if (status.preemptions > 0)
        add(tr("Evicted"), tr("%Ln time(s)", nullptr, status.preemptions),
            tr("Evictions so far. Moves are not counted"), Role::err);
    facts_->setFacts(facts);
    showUnknown(unknown_, neverStarts(row) ? nullptr : estimate);
    placeRuns(status.state == WorkloadState::pending && !waitsForApproval(row));
    runs_->setWorkload(view, row);
    eviction_->setEviction(view, eviction);
    taken_->setWorkload(view, row);
    tellWhenItStarts(view, row.name, estimate);
}

// The estimate comes before or after the explanation.
void WorkloadInspector::tellWhenItStarts(const View& view, const std::string& workload,
                                         const StartEstimate* estimate) {
    Explanation& told = explained_.explanation;
    if (workload != told.workload) {
        explained_ = {};
        told.workload = workload;
    }
    const auto starts = estimate != nullptr ? estimate->when : std::nullopt;
    if (starts == std::exchange(told.starts, starts))
        return;
    told.startsBy = estimate != nullptr ? estimate->start : std::nullopt;
    if (workload == shownOf_ && !trying_ && !cards_->isUnderPointer())
        showCards(view, explained_);
}

// Of what waits the reason is asked first; what an earlier run wrote stands behind it.
void WorkloadInspector::placeRuns(bool behindTheReason) {
    auto* column = static_cast<QVBoxLayout*>(layout());
    const QWidget* before = behindTheReason ? static_cast<QWidget*>(holders_) : unknown_;
    const int place = column->indexOf(before) + 1;
    if (column->indexOf(runs_) == place)
        return;
    column->removeWidget(runs_);
    column->insertWidget(column->indexOf(before) + 1, runs_);
    setTabOrder(behindTheReason ? static_cast<QWidget*>(holders_) : eviction_, runs_);
}

void WorkloadInspector::takeHeld() {
    if (const auto held = std::exchange(held_, {}))
        setExplanation(*bridge_.view(), *held);
}

void WorkloadInspector::clearExplanation() {
    held_.reset();
    shownOf_.clear();
    for (QWidget* part : std::initializer_list<QWidget*>{why_, cardsTitle_, cards_, holdersTitle_,
                                                         holders_, historyTitle_, history_})
        part->hide();
    ++question_;
    trying_ = false;
    whyTitle_->setText(tr("Looking for the reasons…"));
    whyTitle_->show();
}

PartsShown WorkloadInspector::reason() const {
    return !whyTitle_->isHidden()       ? PartsShown{whyTitle_, why_}
           : !historyTitle_->isHidden() ? PartsShown{historyTitle_, history_}
                                        : PartsShown{};
}

PartsShown WorkloadInspector::remedy() const {
    return !cardsTitle_->isHidden()   ? PartsShown{cardsTitle_, cards_}
           : runs_->asksForApproval() ? PartsShown{runs_, runs_}
                                      : reason();
}

// Under the pointer nothing moves that could be pressed: what is as of now comes when it has left.
// Where it no longer waits there is nothing to press any more.
void WorkloadInspector::setExplanation(const View& view, const WorkExplanation& explained) {
    const bool same = explained.explanation.workload == shownOf_ &&
                      explained.explanation.state == WorkloadState::pending;
    if (same && cards_->isUnderPointer()) {
        held_ = explained;
        return;
    }
    held_.reset();
    shownOf_ = explained.explanation.workload;
    const Explanation& explanation = explained.explanation;
    showWhy(view, explanation);
    showHolders(view, explanation);
    showHistory(view, explanation);
    ++question_;
    const Explanation before = std::exchange(explained_, explained).explanation;
    if (before.workload == explanation.workload) {
        explained_.explanation.startsBy = before.startsBy;
        explained_.explanation.starts = before.starts;
    }
    auto nodes = nodesToTryBack(view, explanation);
    trying_ = !nodes.empty();
    if (trying_)
        return tryNodes(std::move(nodes));
    nodeBack_.reset();
    showCards(view, explained_);
}

void WorkloadInspector::tryNodes(std::vector<std::string> nodes) {
    const std::string node = nodes.front();
    nodes.erase(nodes.begin());
    bridge_.ask(bridge_.session().tryEvents({NodeEvent{node, NodeState::ready}}), this,
                [this, node, rest = std::move(nodes),
                 question = question_](const std::optional<Effect>& effect) {
                    if (question != question_)
                        return;
                    auto cost = effect ? costOfReturn(*effect, explained_.explanation.workload)
                                       : std::nullopt;
                    if (!cost && !rest.empty())
                        return tryNodes(rest);
                    trying_ = false;
                    if (cards_->isUnderPointer()) {
                        held_ = explained_;
                        return;
                    }
                    nodeBack_.reset();
                    if (cost)
                        nodeBack_ = NodeBack{node, std::move(*cost)};
                    showCards(*bridge_.view(), explained_);
                });
}

void WorkloadInspector::showWhy(const View& view, const Explanation& explanation) {
    const bool slurm = clusterOf(view.document.file) && explanation.ahead;
    const bool any = explanation.reason.has_value() || slurm;
    whyTitle_->setVisible(any);
    why_->setVisible(any);
    if (!any)
        return;
    whyTitle_->setText(explanation.state == WorkloadState::rejected ? tr("Why it was rejected")
                       : explanation.state == WorkloadState::failed ? tr("Why it failed")
                                                                    : tr("Why it waits"));
    if (slurm)
        return why_->setSteps(slurmSteps(view, explanation));
    const Reason& reason = *explanation.reason;
    const bool ruled = explanation.state != WorkloadState::failed && isOfRule(reason);
    QList<RailStep> steps;
    if (explanation.ahead)
        steps.push_back({Role::info, tr("not live"), messageText(*explanation.ahead), {}, {}, {}});
    steps.push_back({Role::warn,
                     reasonBadge(qt(badgeCode(reason))).text,
                     messageText(reason.message, TimeText(view.document.epoch)),
                     ruled ? ruleText(reason.rule) : QString(),
                     {},
                     ruled ? ruleSentence(reason.rule) : QString()});
    why_->setSteps(steps);
}

void WorkloadInspector::showCards(const View& view, const WorkExplanation& explained) {
    const Explanation& explanation = explained.explanation;
    // What waits for an approval is helped by that alone.
    const bool waits =
        explanation.state == WorkloadState::pending &&
        !(explanation.reason && explanation.reason->code == ReasonCode::needsApproval) &&
        !clusterOf(view.document.file);
    if (!waits)
        cards_->setCards({});  // whoever stands on one is led on
    cardsTitle_->setVisible(waits);
    cards_->setVisible(waits);
    if (!waits)
        return;
    using Cost = Remedy::Cost;
    struct Way {
        InspectorCard card;
        Cost cost = Cost::own;
        std::size_t lost = 0;  // runs
    };
    std::vector<Way> ways;
    if (explanation.reason && explanation.reason->code == ReasonCode::notLive)
        ways.push_back({goLiveCard(view), Cost::own, 0});
    const WorkloadRow* row = workNamed(view, explanation.workload);
    for (const Remedy& remedy : remediesOf(explanation, row != nullptr ? row->user : std::string()))
        ways.push_back({cardOf(view, remedy), remedy.cost, remedy.lost});
    const auto add = [&](InspectorCard card, Cost cost, std::size_t lost) {
        ways.push_back({std::move(card), lost > 0 ? Cost::others : cost, lost});
    };
    if (const auto& rise = explained.rises.least)
        add(riseCard(view, explanation.workload, *rise), Cost::own, rise->evicts.size());
    if (const NodeRow* node = nodeBack_ ? nodeOf(view, nodeBack_->node) : nullptr)
        add(nodeCard(view, *node), Cost::none, nodeBack_->cost.evicts.size());
    std::stable_sort(ways.begin(), ways.end(), [](const Way& one, const Way& other) {
        return std::tie(one.cost, one.lost) < std::tie(other.cost, other.lost);
    });
    std::vector<InspectorCard> cards;
    const bool none = ways.empty();
    if (explanation.starts)
        cards.push_back({Icon::hourglass,
                         tr("Wait", "what one can do"),
                         startText(view, *explanation.starts),
                         {},
                         false,
                         {}});
    bool first = true;
    for (Way& way : ways) {
        way.card.primary = way.card.primary && first && way.lost == 0;
        first = false;
        cards.push_back(std::move(way.card));
    }
    if (none)
        cards.push_back(noWayCard(view, explained));
    cards_->setCards(cards);
}

InspectorCard WorkloadInspector::cardOf(const View& view, const Remedy& remedy) {
    InspectorCard card;
    card.title = messageText(remedy.message, TimeText(view.document.epoch));
    if (remedy.edits.empty()) {
        card.icon = Icon::arrowDown;
        card.text = effectText(view, {}, {}, 0);
        return card;
    }
    const Unblock& unblock = *remedy.edits.front();
    card.icon = changeIcon(unblock);
    card.text = effectText(view, unblock.evicts, unblock.runsOn, unblock.grace, ending(unblock));
    if (const auto* event = std::get_if<Event>(&unblock.change)) {
        const FinishEvent* end = ending(unblock);
        const bool scales = std::holds_alternative<ScaleEvent>(event->action);
        card.button = end      ? tr("Cancel %1…").arg(qt(end->workload))
                      : scales ? tr("See what it moves…")
                               : tr("See what it does…");
        card.primary = end == nullptr;
        const QString what = messageText(unblock.message, TimeText(view.document.epoch));
        card.run = [this, event = *event, what] { emit eventWanted(event, what); };
    } else if (const auto* nodes = std::get_if<NodesToAdd>(&unblock.change);
               nodes && view.document.offers("nodes.add")) {
        card.button = tr("Add nodes…");
        card.run = [this, group = NodeGroup{nodes->node, nodes->count}] {
            emit newNodesWanted(group);
        };
    } else if (!view.document.can.journal) {
        card.text = tr("A recorded run cannot change. A project made of it can.");
        card.button = tr("Make a project…");
        card.run = [this] { emit projectWanted(); };
    }
    return card;
}

InspectorCard WorkloadInspector::riseCard(const View& view, const std::string& workload,
                                          const PriorityRise& rise) {
    InspectorCard card;
    card.icon = Icon::arrowUp;
    card.title = tr("Raise its priority from %1 to %2.").arg(rise.from).arg(rise.to);
    card.text = effectText(view, rise.evicts, rise.runsOn, rise.grace);
    card.button = tr("See what it does…");
    card.primary = true;
    card.run = [this, work = qt(workload), to = rise.to, what = card.title] {
        emit priorityWanted(work, to, what);
    };
    return card;
}

InspectorCard WorkloadInspector::nodeCard(const View& view, const NodeRow& node) {
    InspectorCard card{Icon::node, tr("Return %1 to service").arg(qt(node.name)), {}, {}, false,
                       {}};
    const QStringList sentences{
        tr("It is %1 and has %2.").arg(nodeStateWord(node), gpusText(node.devices * kOneGpu)),
        startsOf(view), costText(nodeBack_->cost.evicts, nodeBack_->cost.runsOn)};
    card.text = sentences.join(QLatin1Char(' '));
    if (view.document.offers("nodes.state")) {
        card.button = tr("See what it does…");
        card.run = [this, name = qt(node.name), verb = card.title, what = sentences.front()] {
            emit nodeWanted(name, verb, what);
        };
    }
    return card;
}

// Of what nothing else keeps waiting.
InspectorCard WorkloadInspector::goLiveCard(const View& view) {
    InspectorCard card{Icon::bolt, tr("Go live"), {}, {}, false, {}};
    const auto obstacle = obstacleToGoLive(view.document);
    card.text = obstacle ? messageText(*obstacle) : startsOf(view);
    if (!obstacle) {
        card.button = tr("Go live…");
        card.primary = true;
        card.run = [this] { emit liveWanted(); };
    }
    return card;
}

InspectorCard WorkloadInspector::noWayCard(const View& view, const WorkExplanation& explained) {
    const Explanation& explanation = explained.explanation;
    if (const auto start = bookedStart(explanation))
        return {Icon::clock,
                tr("No change is needed"),
                messageText(*start, TimeText(view.document.epoch)),
                {},
                false,
                {}};
    if (!explanation.unblockProven || !explained.rises.proven)
        return {
            Icon::clock,
            tr("None of the changes tried"),
            messageText(
                {"unblock-none.unproven",
                 {{"workload", Value::ofText(explanation.workload)},
                  {"trials", Value::ofCount(explanation.unblockTrials + explained.rises.trials)}}}),
            {},
            false,
            {}};
    return {Icon::clock,
            isNotAllowed(explanation) ? tr("Not allowed by its workspace") : tr("No single change"),
            neverFits(explanation) ? tr("It needs more than this pool has. Submit it again with "
                                        "less, or make several changes.")
            : isNotAllowed(explanation)
                ? tr("The reason above names the needed change.")
                : tr("It waits until running workloads end or several changes are made."),
            {},
            false,
            {}};
}

// Nobody holds what the pool never has.
void WorkloadInspector::showHolders(const View& view, const Explanation& explanation) {
    const TimeText time(view.document.epoch);
    const bool any =
        !explanation.holders.empty() && !isNotAllowed(explanation) && !neverFits(explanation);
    holdersTitle_->setVisible(any);
    holders_->setVisible(any);
    std::vector<InspectorLink> links;
    QString before;  // one sentence is said once, of those that follow each other
    for (const Holder& holder : explanation.holders) {
        if (links.size() == kMostHolders)
            break;
        const QString name = qt(holder.workload);
        const QString what = tr("%1, %2 in %3", "workload, GPUs, quota")
                                 .arg(name, gpusText(holder.gpu), qt(holder.quota));
        const QString why = messageText(holder.why, time);
        links.push_back(
            {holder.takeable ? Icon::bolt : Icon::shield,
             why == before ? what : tr("%1: %2", "who holds GPUs, and why").arg(what, why),
             [this, name] { emit workloadChosen(name); }});
        before = why;
    }
    const auto left =
        static_cast<int>(explanation.holders.size() - links.size()) + explanation.holdersLeftOut;
    if (left > 0)
        links.push_back({Icon::dots, tr("and %Ln more", nullptr, left), {}});
    holders_->setLinks(links);
}

void WorkloadInspector::showHistory(const View& view, const Explanation& explanation) {
    constexpr std::size_t kMostRuns = 6;
    const TimeText time(view.document.epoch);
    QList<RailStep> steps;
    for (const WorkEpisode& episode : episodesOf(explanation, kMostRuns))
        steps.append(episodeStep(episode, time));
    historyTitle_->setVisible(!steps.isEmpty());
    history_->setVisible(!steps.isEmpty());
    history_->setSteps(steps);
}

}  // namespace apportion::ui
