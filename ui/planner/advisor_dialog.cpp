// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/advisor_dialog.h"

#include <algorithm>

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDateTime>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>

#include "core/plan/draft/usual_edits.h"
#include "core/session/planning/planner.h"
#include "ui/command_runner.h"
#include "ui/planner/answer_card.h"
#include "ui/planner/harm_chart.h"
#include "ui/planner/plan_texts.h"
#include "ui/texts.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kGoals = 380;  // width of the left column
constexpr std::int64_t kMillionthsOfPercent = 10'000;

QString leverName(Lever lever) {
    switch (lever) {
        case Lever::sizes:
            return AdvisorDialog::tr("Sizes between siblings");
        case Lever::weight:
            return AdvisorDialog::tr("Weight");
        case Lever::borrowing:
            return AdvisorDialog::tr("Borrowing");
        case Lever::lending:
            return AdvisorDialog::tr("Lending");
        case Lever::limit:
            return AdvisorDialog::tr("Limit");
        case Lever::queueing:
            return AdvisorDialog::tr("Scheduling policy");
        case Lever::preemption:
            return AdvisorDialog::tr("Preemption priorities");
        case Lever::minRuntime:
            return AdvisorDialog::tr("Minimum runtime");
        case Lever::caps:
            return AdvisorDialog::tr("User caps");
        case Lever::nodes:
            break;
    }
    return AdvisorDialog::tr("New nodes");
}

QString priceText(const LeverInfo& lever) {
    const QString price = QLocale().toString(static_cast<qlonglong>(lever.price));
    return lever.lever == Lever::sizes ? AdvisorDialog::tr("price %1 a GPU").arg(price)
           : lever.lever == Lever::weight || lever.lever == Lever::caps
               ? AdvisorDialog::tr("price %1 a doubling").arg(price)
           : lever.lever == Lever::nodes ? AdvisorDialog::tr("price %1 a node").arg(price)
                                         : AdvisorDialog::tr("price %1").arg(price);
}

QComboBox* combo(const QString& name, const QStringList& words) {
    auto* field = new QComboBox;
    field->addItems(words);
    field->setAccessibleName(name);
    return field;
}

QString goalSentence(const Goal& goal) {
    const QString bound = goalValue(goal.metric, goal.bound);
    const QString text = goal.metric == GoalMetric::shareKept
                             ? AdvisorDialog::tr("%1 at least %2").arg(goalText(goal), bound)
                         : goal.below
                             ? AdvisorDialog::tr("%1 below %2").arg(goalText(goal), bound)
                             : AdvisorDialog::tr("%1 at most %2").arg(goalText(goal), bound);
    return AdvisorDialog::tr("%1 in %2 of 10 futures").arg(text).arg(goal.ofTen);
}

}  // namespace

AdvisorDialog::AdvisorDialog(SessionBridge& bridge, QWidget* parent)
    : DialogFrame(Mode::plan, parent), bridge_(bridge) {
    setOpeningWidth(1040);
    setHeading(tr("Advisor"), tr("for the base of this plan; the pool does not change"));
    shown_ = bridge_.planner().view();
    auto* left = new QVBoxLayout;
    left->setSpacing(8);
    auto* right = new QVBoxLayout;
    right->setSpacing(8);
    auto* row = new QHBoxLayout;
    row->setSpacing(20);
    auto* goals = new QWidget(this);
    goals->setFixedWidth(kGoals);
    goals->setLayout(left);
    row->addWidget(goals, 0, Qt::AlignTop);
    row->addLayout(right, 1);
    body()->addLayout(row);
    left->setContentsMargins(0, 0, 0, 0);
    more_ = new QVBoxLayout;
    more_->setSpacing(2);
    left->addWidget(new TextLabel(tr("Goal"), Type::head, Role::text, this));
    auto* sentence = new QVBoxLayout;
    left->addLayout(sentence);
    left->addLayout(more_);
    buildGoal();
    auto* first = new QHBoxLayout;
    first->addWidget(metric_);
    first->addWidget(new TextLabel(tr("of"), Type::body, Role::text2, this));
    first->addWidget(of_, 1);
    auto* second = new QHBoxLayout;
    second->addWidget(below_);
    second->addWidget(bound_, 1);
    second->addWidget(new TextLabel(tr("in"), Type::body, Role::text2, this));
    second->addWidget(ofTen_);
    second->addWidget(new TextLabel(tr("of 10 futures"), Type::body, Role::text2, this));
    sentence->addLayout(first);
    sentence->addLayout(second);
    auto* add = new QPushButton(tr("Add a goal"), this);
    add->setProperty("kind", "quiet");
    add->setAutoDefault(false);
    add->setIcon(icon(Icon::plus));
    left->addWidget(add, 0, Qt::AlignLeft);
    auto* harm = new QHBoxLayout;
    harm->addWidget(others_);
    harm->addWidget(othersAtMost_);
    harm->addStretch(1);
    left->addLayout(harm);
    left->addWidget(new TextLabel(tr("Levers"), Type::head, Role::text, this));
    for (std::size_t i = 0; i < levers_.size(); ++i) {
        auto* line = new QHBoxLayout;
        line->addWidget(levers_[i]);
        line->addStretch(1);
        line->addWidget(new TextLabel(priceText(kLevers[i]), Type::second, Role::text2, this));
        left->addLayout(line);
    }
    auto* note = new TextLabel(tr("The price says how hard a change is for people."), Type::second,
                               Role::text3, this);
    left->addWidget(note);
    state_ = new TextLabel({}, Type::body, Role::text2, this);
    state_->setWordWrap(true);
    progress_ = new QProgressBar(this);
    progress_->setTextVisible(false);
    progress_->setRange(0, 0);
    progress_->setAccessibleName(tr("Progress of the search"));
    right->addWidget(state_);
    right->addWidget(progress_);
    chart_ = new HarmChart(this);
    right->addWidget(chart_);
    answers_ = new QVBoxLayout;
    answers_->setSpacing(8);
    right->addLayout(answers_);
    none_ = new EmptyState(Icon::search, tr("No answers yet"),
                           tr("Each combination of levers runs on 19 futures, the cheapest first. "
                              "Answers are tested on 19 others."),
                           this);
    right->addWidget(none_, 1);
    right->addStretch(0);
    QWidget* const order[] = {metric_, of_, below_, bound_, ofTen_, add, others_, othersAtMost_};
    for (std::size_t i = 1; i < std::size(order); ++i)
        setTabOrder(order[i - 1], order[i]);
    addCancel()->setText(tr("Close"));
    stop_ = addButton(tr("Stop"));
    goOn_ = addButton(tr("Continue"));
    search_ = addPrimary(tr("Search"));
    connect(add, &QPushButton::clicked, this, &AdvisorDialog::addGoal);
    connect(metric_, &QComboBox::currentIndexChanged, this, &AdvisorDialog::showUnit);
    connect(search_, &QPushButton::clicked, this, [this] { bridge_.planner().advise(request()); });
    connect(stop_, &QPushButton::clicked, this,
            [this] { bridge_.planner().advise(Planner::Advice::stop); });
    connect(goOn_, &QPushButton::clicked, this,
            [this] { bridge_.planner().advise(Planner::Advice::goOn); });
    connect(&bridge_, &SessionBridge::planChanged, this, &AdvisorDialog::showAdvice);
    focusFirst();
    metric_->setFocus();
    showAdvice();
}

void AdvisorDialog::buildGoal() {
    metric_ = combo(tr("What"), {tr("p95 wait"), tr("mean wait"), tr("evictions"),
                                 tr("never started"), tr("share kept")});
    of_ = combo(tr("Of whom"), {});
    if (shown_->scenario)
        for (const std::string& team : teamsOf(*shown_->scenario))
            of_->addItem(qt(team), qt(team));
    of_->addItem(tr("all teams"));
    of_->addItem(tr("the worst team"));
    of_->setMinimumWidth(80);
    below_ = combo(tr("Compared with the bound"), {tr("below"), tr("at most")});
    bound_ = new NumberField(0);
    bound_->setRange(0, 10'000'000);
    bound_->setValue(30);
    bound_->setAccessibleName(tr("Bound"));
    ofTen_ = new NumberField(0);
    ofTen_->setRange(1, 10);
    ofTen_->setValue(8);
    ofTen_->setAccessibleName(tr("Futures of 10"));
    others_ = new QCheckBox(tr("No other team waits more than"), this);
    others_->setChecked(true);
    othersAtMost_ = new NumberField(0);
    othersAtMost_->setRange(0, 10'000);
    othersAtMost_->setValue(10);
    othersAtMost_->setSuffix(tr("% longer"));
    othersAtMost_->setAccessibleName(tr("Percent that another team can wait longer"));
    connect(others_, &QCheckBox::toggled, othersAtMost_, &QWidget::setEnabled);
    buildLevers();
    showUnit();
}

void AdvisorDialog::buildLevers() {
    for (std::size_t i = 0; i < levers_.size(); ++i) {
        levers_[i] = new QCheckBox(leverName(kLevers[i].lever), this);
        levers_[i]->setChecked(kLevers[i].usual);
        levers_[i]->setToolTip(priceText(kLevers[i]));
    }
}

void AdvisorDialog::showUnit() {
    const auto metric = static_cast<GoalMetric>(metric_->currentIndex());
    const bool wait = metric == GoalMetric::p95Wait || metric == GoalMetric::meanWait;
    const bool share = metric == GoalMetric::shareKept;
    bound_->setSuffix(wait ? tr(" min") : share ? QStringLiteral("%") : QString());
    below_->setItemText(0, share ? tr("at least") : tr("below"));
    below_->setEnabled(!share);
}

Goal AdvisorDialog::goal() const {
    Goal goal;
    goal.metric = static_cast<GoalMetric>(metric_->currentIndex());
    const int teams = of_->count() - 2;
    goal.of = of_->currentIndex() < teams    ? Goal::Of::quota
              : of_->currentIndex() == teams ? Goal::Of::pool
                                             : Goal::Of::worst;
    if (goal.of == Goal::Of::quota)
        goal.quota = of_->currentData().toString().toStdString();
    goal.below = below_->currentIndex() == 0;
    const auto bound = static_cast<std::int64_t>(bound_->value());
    const bool wait = goal.metric == GoalMetric::p95Wait || goal.metric == GoalMetric::meanWait;
    goal.bound = wait                                   ? bound * 60 * kSecond
                 : goal.metric == GoalMetric::shareKept ? bound * kMillionthsOfPercent
                                                        : bound;
    goal.ofTen = static_cast<int>(ofTen_->value());
    return goal;
}

AdviceRequest AdvisorDialog::request() const {
    AdviceRequest request;
    request.goals = goals_;
    request.goals.push_back(goal());
    request.othersAtMost = others_->isChecked()
                               ? std::optional(static_cast<int>(othersAtMost_->value()))
                               : std::nullopt;
    for (std::size_t i = 0; i < levers_.size(); ++i)
        if (levers_[i]->isChecked())
            request.levers.push_back(kLevers[i].lever);
    return request;
}

void AdvisorDialog::addGoal() {
    if (const Goal another = goal();
        std::find(goals_.begin(), goals_.end(), another) == goals_.end())
        goals_.push_back(another);
    showGoals();
}

void AdvisorDialog::showGoals() {
    while (QLayoutItem* item = more_->takeAt(0)) {
        if (QWidget* row = item->widget()) {
            row->hide();
            row->deleteLater();
        }
        delete item;
    }
    for (std::size_t i = 0; i < goals_.size(); ++i) {
        auto* row = new QWidget(this);
        auto* line = new QHBoxLayout(row);
        line->setContentsMargins(0, 0, 0, 0);
        const QString text = goalSentence(goals_[i]);
        auto* label = new TextLabel(text, Type::second, Role::text, row);
        label->setWordWrap(true);
        line->addWidget(label, 1);
        auto* remove = new IconButton(Icon::close, tr("Remove: %1").arg(text), row);
        connect(remove, &QAbstractButton::clicked, this, [this, i] {
            goals_.erase(goals_.begin() + static_cast<std::ptrdiff_t>(i));
            showGoals();
        });
        line->addWidget(remove);
        more_->addWidget(row);
    }
}

bool AdvisorDialog::isUpToDate() const {
    const auto now = bridge_.planner().view();
    return (now == shown_ || !now->open) && !now->advice.running;
}

void AdvisorDialog::showAdvice() {
    shown_ = bridge_.planner().view();
    const AdviceView& advice = shown_->advice;
    const QLocale locale;
    const QString tried = tr("%n combination(s) tried.", nullptr, static_cast<int>(advice.tried));
    if (!advice.problems.empty())
        state_->setText(refusalText(advice.problems));
    else if (advice.running && advice.bestPrice)
        state_->setText(
            tr("%1 Best so far: price %2.")
                .arg(tried, locale.toString(static_cast<qlonglong>(*advice.bestPrice))));
    else if (advice.running || advice.answer)
        state_->setText(tried);
    else
        state_->clear();
    none_->setVisible(!advice.running && !advice.answer && advice.problems.empty());
    state_->setVisible(!none_->isVisibleTo(this));
    progress_->setVisible(advice.running);
    stop_->setVisible(advice.running);
    goOn_->setVisible(!advice.running && advice.canContinue);
    search_->setEnabled(!advice.running && shown_->scenario != nullptr);
    chart_->setVisible(!advice.points.empty());
    chart_->setAdvice(advice);
    showAnswers(advice);
}

void AdvisorDialog::showAnswers(const AdviceView& advice) {
    // Views of the runs come and go: the cards stay while the answer is the same.
    const std::optional<std::int64_t> of =
        advice.answer && !advice.running ? std::optional(advice.answer->tried) : std::nullopt;
    if (answered_ == of)
        return;
    answered_ = of;
    while (QLayoutItem* item = answers_->takeAt(0)) {
        if (QWidget* card = item->widget()) {
            card->hide();
            card->deleteLater();
        }
        delete item;
    }
    if (!of)
        return;
    for (std::size_t i = 0; i < advice.answer->answers.size(); ++i) {
        auto* card = new AnswerCard(*shown_, i, this);
        connect(card, &AnswerCard::taken, this, [this, i] { take(i); });
        connect(card, &AnswerCard::copied, this, [this] { emit said(tr("Copied as commands")); });
        answers_->addWidget(card);
    }
    if (advice.answer->answers.empty())
        answers_->addWidget(
            new TextLabel(tr("Nothing was tried to its end."), Type::body, Role::text2, this));
}

void AdvisorDialog::take(std::size_t answer) {
    const AdviceView& advice = shown_->advice;
    if (!advice.answer || answer >= advice.answer->answers.size() || !shown_->scenario)
        return;
    const Duration period = endOf(*shown_->scenario, shown_->draft.plan.until);
    emit taken(tr("Advice %1").arg(answer + 1),
               takenOf(advice.request, advice.answer->answers[answer], period,
                       QDateTime::currentMSecsSinceEpoch()));
}

}  // namespace apportion::ui
