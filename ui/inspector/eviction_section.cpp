// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/eviction_section.h"

#include <algorithm>

#include <QVBoxLayout>

#include "core/view/explain/eviction_policy.h"
#include "core/view/explain/work_story.h"
#include "ui/inspector/fact_texts.h"
#include "ui/inspector/inspector_parts.h"
#include "ui/rule_sentence.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/explanation_rail.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr std::size_t kMostVictims = 6;
constexpr Duration kDay = Duration{24} * 3600 * kSecond;

QVBoxLayout* columnOf(QWidget* section) {
    auto* column = new QVBoxLayout(section);
    column->setContentsMargins(0, 0, 0, 4);
    column->setSpacing(8);
    return column;
}

// With its date where that was another day.
QString momentText(const View& view, Instant at) {
    const TimeText time(view.document.epoch);
    const Duration ago = view.clock - at;
    return ago < kDay ? time.seconds(at) : time.clock(at, ago);
}

QString whatText(const EvictionRow& eviction) {
    const Eviction& record = eviction.record;
    const QString gpus = gpusText(record.gpu);
    const QString from = qt(eviction.victim.quota);
    if (record.rule == EvictionRule::reclaim)
        return EvictionSection::tr("%1 took back %2 from %3", "quota, GPUs, quota")
            .arg(qt(record.quota), gpus, from);
    if (record.preemptor.empty())
        return EvictionSection::tr("%1 taken from %2", "GPUs, quota").arg(gpus, from);
    return EvictionSection::tr("%1 took %2 from %3", "workload, GPUs, quota")
        .arg(qt(record.preemptor), gpus, from);
}

RailStep takerStep(const WorkloadRow* taker, const std::string& name) {
    RailStep step{Role::text3, EvictionSection::tr("For %1").arg(qt(name)), {}, {}, {}};
    if (taker == nullptr)
        return step;
    QString text = EvictionSection::tr("%1 in %2, priority %3", "GPUs, quota, priority")
                       .arg(gpusText(taker->gpu), qt(taker->quota))
                       .arg(taker->priority);
    if (isOver(*taker)) {
        step.fact = EvictionSection::tr("It was for %1").arg(qt(name));
        text = EvictionSection::tr("%1, now %2", "work, how it ended")
                   .arg(text, stateName(taker->status.state));
    }
    step.sentence = text;
    return step;
}

const QuotaPolicy* policyOf(const View& view, const std::string& quota) {
    const auto found = std::find_if(view.quotas.begin(), view.quotas.end(),
                                    [&](const QuotaRow& row) { return row.name == quota; });
    return found == view.quotas.end() ? nullptr : &found->policy;
}

}  // namespace

EvictionSection::EvictionSection(QWidget* parent)
    : QWidget(parent),
      title_(new TextLabel({}, Type::head, Role::err, this)),
      steps_(new ExplanationRail(this)),
      taker_(new LinkList(this)) {
    QVBoxLayout* column = columnOf(this);
    for (QWidget* part : std::initializer_list<QWidget*>{title_, steps_, taker_})
        column->addWidget(part);
    hide();
}

void EvictionSection::setEviction(const View& view, const EvictionRow* eviction) {
    setVisible(eviction != nullptr);
    if (eviction == nullptr)
        return;
    const Eviction& record = eviction->record;
    title_->setText(tr("Evicted at %1").arg(momentText(view, record.at)));
    QList<RailStep> steps{{Role::err,
                           whatText(*eviction),
                           messageText(record.why),
                           ruleText(ruleOf(record.rule)),
                           {},
                           ruleSentence(ruleOf(record.rule))}};
    if (const auto policy = policyFact(record, policyOf(view, record.quota))) {
        const FactText told = factText(*policy, TimeText(view.document.epoch));
        steps.append({Role::text3, told.title, told.text, {}, {}});
    }
    const WorkloadRow* taker = takerOf(view, record);
    if (!record.preemptor.empty())
        steps.append(takerStep(taker, record.preemptor));
    const WorkloadRow* victim = workNamed(view, record.victim);
    const bool stopping = victim != nullptr && victim->status.stopping && record.lost == 0;
    steps.append({Role::text3,
                  stopping ? tr("What is lost is known once it has stopped")
                           : tr("%1 lost").arg(gpuHours(record.lost)),
                  runnerUpText(record),
                  {},
                  {}});
    steps_->setSteps(steps);
    std::vector<InspectorLink> links;
    if (taker != nullptr)
        links.push_back({Icon::target, tr("Show %1").arg(qt(taker->name)),
                         [this, name = qt(taker->name)] { emit workloadChosen(name); }});
    taker_->setVisible(!links.empty());
    taker_->setLinks(links);
}

TakenSection::TakenSection(QWidget* parent)
    : QWidget(parent),
      title_(new TextLabel({}, Type::head, Role::text, this)),
      victims_(new LinkList(this)) {
    QVBoxLayout* column = columnOf(this);
    column->addWidget(title_);
    column->addWidget(victims_);
    hide();
}

void TakenSection::setWorkload(const View& view, const WorkloadRow& row) {
    const std::vector<EvictionRow> taken = takenFor(view, row);
    setVisible(!taken.empty());
    Gpu all = 0;
    std::vector<InspectorLink> links;
    for (const EvictionRow& each : taken) {
        all += each.record.gpu;
        if (links.size() == kMostVictims)
            continue;
        InspectorLink link{Icon::bolt,
                           tr("%1 from %2: %3, at %4", "GPUs, quota, workload, when")
                               .arg(gpusText(each.record.gpu), qt(each.victim.quota),
                                    qt(each.record.victim), momentText(view, each.record.at)),
                           {}};
        if (const WorkloadRow* victim = workNamed(view, each.record.victim))
            link.run = [this, name = qt(victim->name)] { emit workloadChosen(name); };
        links.push_back(std::move(link));
    }
    if (const auto left = static_cast<int>(taken.size() - links.size()); left > 0)
        links.push_back({Icon::dots, tr("and %Ln more", nullptr, left), {}});
    // Each of its runs may have taken.
    const bool again = std::any_of(taken.begin(), taken.end(), [&](const EvictionRow& each) {
        return each.record.at != taken.front().record.at;
    });
    title_->setText((again ? tr("It took %1 in all, one time after another") : tr("It took %1"))
                        .arg(gpusText(all)));
    victims_->setLinks(links);
}

}  // namespace apportion::ui
