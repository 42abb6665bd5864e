// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/eviction_steps.h"

#include <algorithm>

#include <QCoreApplication>

#include "core/view/explain/eviction_policy.h"
#include "core/view/explain/work_story.h"
#include "ui/hours_text.h"
#include "ui/rule_sentence.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/fact_texts.h"

namespace apportion::ui {

namespace {

struct EvictionSteps {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::EvictionSteps)
};

QString whatText(const EvictionRow& eviction) {
    const Eviction& record = eviction.record;
    const QString victim = qt(record.victim);
    const QString gpus = gpusText(record.gpu);
    const QString from = qt(eviction.victim.quota);
    if (record.rule == EvictionRule::reclaim)
        return EvictionSteps::tr("%1 reclaimed %2 of %3: %4", "quota, GPUs, quota, workload")
            .arg(qt(record.quota), gpus, from, victim);
    if (record.preemptor.empty())
        return EvictionSteps::tr("%1 was evicted: %2 of %3", "workload, GPUs, quota")
            .arg(victim, gpus, from);
    return EvictionSteps::tr("%1 evicted %2: %3 of %4", "workload, workload, GPUs, quota")
        .arg(qt(record.preemptor), victim, gpus, from);
}

RailStep takerStep(const WorkloadRow* taker, const std::string& name) {
    RailStep step{Role::text3, EvictionSteps::tr("For %1").arg(qt(name)), {}, {}, {}};
    if (taker == nullptr)
        return step;
    QString text = EvictionSteps::tr("%1 in %2, priority %3", "GPUs, quota, priority")
                       .arg(gpusText(taker->gpu), qt(taker->quota))
                       .arg(taker->priority);
    if (isOver(*taker)) {
        step.fact = EvictionSteps::tr("It was for %1").arg(qt(name));
        text = EvictionSteps::tr("%1, now %2", "work, how it ended")
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

QList<RailStep> evictionSteps(const View& view, const EvictionRow& eviction) {
    const Eviction& record = eviction.record;
    QList<RailStep> steps{{Role::err,
                           whatText(eviction),
                           messageText(record.why),
                           ruleText(ruleOf(record.rule)),
                           {},
                           ruleSentence(ruleOf(record.rule))}};
    if (const auto policy = policyFact(record, policyOf(view, record.quota))) {
        const FactText told = factText(*policy, TimeText(view.document.epoch));
        steps.append({Role::text3, told.title, told.text, {}, {}});
    }
    if (!record.preemptor.empty())
        steps.append(takerStep(takerOf(view, record), record.preemptor));
    const WorkloadRow* victim = workNamed(view, record.victim);
    const bool stopping = victim != nullptr && victim->status.stopping && record.lost == 0;
    steps.append({Role::text3,
                  stopping ? EvictionSteps::tr("Lost work is known after it stops")
                           : EvictionSteps::tr("%1 lost").arg(gpuHours(record.lost)),
                  runnerUpText(record),
                  {},
                  {}});
    return steps;
}

}  // namespace apportion::ui
