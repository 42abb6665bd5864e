// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/answer_card.h"

#include <algorithm>

#include <QApplication>
#include <QClipboard>
#include <QFontDatabase>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/change/apply_edits.h"
#include "core/change/command_line.h"
#include "ui/planner/plan_texts.h"
#include "ui/texts.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

QString number(std::int64_t value) {
    return QLocale().toString(static_cast<qlonglong>(value));
}

Badge sealOf(const Advice& advice, std::int64_t tried) {
    switch (advice.seal) {
        case Seal::provenSmallest:
            return {AnswerCard::tr("proven smallest"), Tone::good, Icon::shield};
        case Seal::notReachable:
            return {AnswerCard::tr("not reachable"), Tone::err, Icon::close};
        case Seal::bestOfTried:
            break;
    }
    return {advice.reaches ? AnswerCard::tr("best of %1 tried").arg(number(tried))
                           : AnswerCard::tr("nearest of %1 tried").arg(number(tried)),
            advice.reaches ? Tone::info : Tone::warn, Icon::search};
}

QString range(GoalMetric metric, const Band& band) {
    const QString low = goalValue(metric, band.p10), high = goalValue(metric, band.p90);
    return low == high ? low : AnswerCard::tr("%1 – %2").arg(low, high);
}

QString percentText(std::int64_t millionths) {
    return AnswerCard::tr("%1%").arg(QLocale().toString(
        static_cast<double>(std::max<std::int64_t>(millionths, 0)) / 10'000, 'f', 0));
}

void addGoals(QList<Fact>& facts, const AdviceRequest& request, const Advice& advice) {
    for (std::size_t i = 0; i < advice.goals.size(); ++i) {
        const GoalOutcome& of = advice.goals[i];
        const bool own = i < request.goals.size();
        const QString held = AnswerCard::tr("%1 of %2 test futures").arg(of.held).arg(of.futures);
        const Role role = of.held * 10 >= of.futures * (own ? request.goals[i].ofTen : 8)
                              ? Role::good
                              : Role::err;
        if (own)
            facts.append(
                {goalText(request.goals[i]),
                 AnswerCard::tr("%1 → %2").arg(goalValue(request.goals[i].metric, of.before.p50),
                                               range(request.goals[i].metric, of.after)),
                 role,
                 {}});
        else
            facts.append({AnswerCard::tr("Longest extra wait of another team"),
                          percentText(of.after.p90),
                          role,
                          {}});
        facts.append({AnswerCard::tr("Holds in"), held, role, {}});
    }
}

}  // namespace

QString goalText(const Goal& goal) {
    const QString of = goal.of == Goal::Of::pool    ? AnswerCard::tr("all teams")
                       : goal.of == Goal::Of::worst ? AnswerCard::tr("the worst team")
                                                    : qt(goal.quota);
    switch (goal.metric) {
        case GoalMetric::p95Wait:
            return AnswerCard::tr("p95 wait of %1").arg(of);
        case GoalMetric::meanWait:
            return AnswerCard::tr("Mean wait of %1").arg(of);
        case GoalMetric::evictions:
            return AnswerCard::tr("Evictions of %1").arg(of);
        case GoalMetric::neverStarted:
            return AnswerCard::tr("Never started of %1").arg(of);
        case GoalMetric::shareKept:
            break;
    }
    return AnswerCard::tr("Share kept of %1").arg(of);
}

QString goalValue(GoalMetric metric, std::int64_t value) {
    switch (metric) {
        case GoalMetric::p95Wait:
        case GoalMetric::meanWait:
            return TimeText::duration(value);
        case GoalMetric::evictions:
        case GoalMetric::neverStarted:
            return number(value);
        case GoalMetric::shareKept:
            break;
    }
    return percentText(value);
}

AnswerCard::AnswerCard(const PlanView& view, std::size_t answer, QWidget* parent)
    : QFrame(parent), answer_(answer) {
    const AdviceView& advice = view.advice;
    const Advice& of = advice.answer->answers[answer];
    setFrameShape(QFrame::StyledPanel);
    setProperty("kind", "card");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 10);
    column->setSpacing(6);
    auto* head = new QHBoxLayout;
    head->addWidget(new TextLabel(tr("Answer %1").arg(answer + 1), Type::head, Role::text, this));
    head->addWidget(new BadgeLabel(sealOf(of, advice.tried), this));
    head->addStretch(1);
    head->addWidget(
        new TextLabel(tr("price %1").arg(number(of.price)), Type::body, Role::text2, this));
    column->addLayout(head);
    auto* edits =
        new TextLabel(of.edits.empty() ? tr("Change nothing") : editsText(of.edits, TimeText()),
                      Type::name, Role::text, this);
    edits->setWordWrap(true);
    column->addWidget(edits);
    QList<Fact> facts;
    addGoals(facts, advice.request, of);
    if (of.pays.empty() && !of.goals.empty())
        facts.append({tr("Other teams wait"), tr("no longer than before"), Role::good, {}});
    for (const Payer& payer : of.pays)
        facts.append(
            {tr("%1 waits").arg(qt(payer.quota)),
             tr("%1 → %2").arg(TimeText::duration(payer.before), TimeText::duration(payer.after)),
             Role::warn,
             {}});
    for (const Message& limit : of.limits)
        facts.append({tr("Limited by"), messageText(limit), Role::text, {}});
    for (const Neighbor& neighbor : of.neighbors) {
        QStringList held;
        for (std::size_t i = 0; i < neighbor.held.size(); ++i) {
            const int ofTen = i < advice.request.goals.size() ? advice.request.goals[i].ofTen : 8;
            held.append(tr("%1 of %2 (%3 needed)")
                            .arg(neighbor.held[i])
                            .arg(kAdviceFutures)
                            .arg((kAdviceFutures * ofTen + 9) / 10));
        }
        facts.append({tr("Why not less: %1, price %2")
                          .arg(editsText(neighbor.edits, TimeText()), number(neighbor.price)),
                      tr("goals hold in %1").arg(held.join(tr(", "))),
                      Role::text2,
                      {}});
    }
    auto* list = new FactList(this);
    list->setFacts(facts);
    column->addWidget(list);
    if (of.edits.empty())
        return;
    addSteps(view, of.edits);
    addButtons(of.seal != Seal::notReachable);
    column->addWidget(steps_);
}

void AnswerCard::addButtons(bool takes) {
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    const auto add = [&](const QString& text, const QString& name, bool quiet) {
        auto* button = new QPushButton(text, this);
        button->setAutoDefault(false);
        button->setAccessibleName(name);
        if (quiet)
            button->setProperty("kind", "quiet");
        row->addWidget(button);
        return button;
    };
    if (takes)
        connect(
            add(tr("Take as a variant"), tr("Take answer %1 as a variant").arg(answer_ + 1), false),
            &QPushButton::clicked, this, &AnswerCard::taken);
    auto* steps = add(tr("Show steps"), tr("Show the steps of answer %1").arg(answer_ + 1), true);
    connect(steps, &QPushButton::clicked, this, [this, steps] {
        steps_->setVisible(steps_->isHidden());
        steps->setText(steps_->isHidden() ? tr("Show steps") : tr("Hide steps"));
    });
    if (!commands_.isEmpty())
        connect(
            add(tr("Copy as commands"), tr("Copy answer %1 as commands").arg(answer_ + 1), true),
            &QPushButton::clicked, this, [this] {
                QApplication::clipboard()->setText(commands_.join(QLatin1Char('\n')));
                emit copied();
            });
    row->addStretch(1);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void AnswerCard::addSteps(const PlanView& view, const std::vector<PlanEdit>& edits) {
    const bool ofProject = std::holds_alternative<ProjectBase>(view.draft.plan.base);
    const std::string pool = ofProject ? view.basePath : "pool.apportion";
    const TimeText time(view.scenario ? view.scenario->epoch : std::string());
    steps_ = new QWidget(this);
    auto* column = new QVBoxLayout(steps_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    for (std::size_t i = 0; i < edits.size(); ++i) {
        auto* sentence = new TextLabel(tr("%1. %2").arg(i + 1).arg(editText(edits[i], time)),
                                       Type::body, Role::text, steps_);
        sentence->setWordWrap(true);
        column->addWidget(sentence);
        QStringList lines;
        for (const Change& command : commandsOf(edits[i].action))
            lines.append(qt(commandLineOf(command, pool)));
        if (lines.isEmpty())
            continue;
        commands_.append(lines.join(QLatin1Char('\n')));
        auto* line = new TextLabel(commands_.back(), Type::second, Role::text2, steps_);
        line->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        line->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        line->setWordWrap(true);
        line->setMinimumWidth(1);  // a long path does not widen the dialog
        line->setContentsMargins(16, 0, 0, 4);
        column->addWidget(line);
    }
    steps_->hide();
}

}  // namespace apportion::ui
