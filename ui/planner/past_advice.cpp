// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/past_advice.h"

#include <QDateTime>
#include <QFileInfo>
#include <QLocale>
#include <QVBoxLayout>

#include "ui/planner/answer_card.h"
#include "ui/planner/plan_texts.h"
#include "ui/texts.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

QString dayText(std::int64_t at) {
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(at).date(), QLocale::ShortFormat);
}

QString resultText(const PlanView& view, const AdviceResult* result) {
    if (result == nullptr)
        return std::holds_alternative<ProjectBase>(view.draft.plan.base)
                   ? PastAdviceCard::tr("compared after the run")
                   : PastAdviceCard::tr("no pool is open");
    if (!result->applied)
        return PastAdviceCard::tr("not applied yet");
    return result->over ? PastAdviceCard::tr("applied %1").arg(dayText(*result->applied))
                        : PastAdviceCard::tr("result on %1").arg(dayText(result->due));
}

Fact goalFact(const Prediction& of, const std::optional<std::int64_t>& came) {
    const GoalMetric metric = of.goal.metric;
    const QString low = goalValue(metric, of.low), high = goalValue(metric, of.high);
    const QString predicted = low == high ? low : PastAdviceCard::tr("%1 – %2").arg(low, high);
    const QString about = PastAdviceCard::tr("%1 before").arg(goalValue(metric, of.before));
    if (!came)
        return {goalText(of.goal), PastAdviceCard::tr("predicted %1").arg(predicted), Role::text2,
                about};
    return {goalText(of.goal),
            PastAdviceCard::tr("predicted %1, came %2").arg(predicted, goalValue(metric, *came)),
            of.goal.reached(*came) ? Role::good : Role::err, about};
}

}  // namespace

PastAdviceCard::PastAdviceCard(QWidget* parent)
    : QFrame(parent),
      pool_(new TextLabel({}, Type::second, Role::text2, this)),
      facts_(new FactList(this)) {
    setProperty("kind", "card");
    setFrameShape(QFrame::StyledPanel);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(4);
    column->addWidget(new TextLabel(tr("Past advice"), Type::head, Role::text, this));
    pool_->setWordWrap(true);
    column->addWidget(pool_);
    column->addWidget(facts_);
}

void PastAdviceCard::setView(const PlanView& view) {
    const std::vector<TakenAdvice>& advice = view.draft.plan.advice;
    setVisible(!advice.empty());
    const bool ofProject = std::holds_alternative<ProjectBase>(view.draft.plan.base);
    pool_->setText(
        !view.advisedBy.empty()
            ? tr("Compared with the history of %1.").arg(QFileInfo(qt(view.advisedBy)).fileName())
            : tr("Open the pool to which the advice was applied, to compare."));
    pool_->setVisible(!ofProject || !view.advisedBy.empty());
    const TimeText time(view.scenario ? view.scenario->epoch : std::string());
    QList<Fact> facts;
    for (std::size_t i = 0; i < advice.size(); ++i) {
        const AdviceResult* const result = i < view.advised.size() ? &view.advised[i] : nullptr;
        facts.append({tr("%1, taken %2").arg(qt(advice[i].name), dayText(advice[i].taken)),
                      resultText(view, result), Role::text, editsText(advice[i].edits, time)});
        for (std::size_t goal = 0; goal < advice[i].goals.size(); ++goal)
            facts.append(goalFact(advice[i].goals[goal], result && goal < result->came.size()
                                                             ? result->came[goal]
                                                             : std::nullopt));
    }
    facts_->setFacts(facts);
}

}  // namespace apportion::ui
