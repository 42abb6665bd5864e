// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fairness/fairness_page.h"

#include <QLocale>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/charts/time_chart.h"
#include "ui/fairness/fairness_tables.h"
#include "ui/report_maker.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/moment_field.h"
#include "ui/widgets/page_area.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/tree_view.h"
#include "ui/widgets/usage_bar_view.h"

namespace apportion::ui {

namespace {

constexpr int kBetween = 2'000;    // milliseconds between two questions about now
constexpr int kDayEvery = 60'000;  // so old may the day before now be
constexpr Duration kHour = 3'600'000;
constexpr int kDayHeight = 132;
constexpr int kLegendMargin = 16;
// Only the last column that stretches takes the room that is left.
constexpr int kNameWidth = 520;

}  // namespace

FairnessPage::FairnessPage(PageHost& host)
    : host_(host),
      maker_(host.shared<ReportMaker>()),
      stack_(new QStackedWidget(this)),
      empty_(new EmptyState(Icon::users, tr("Shares are being compared"), {}, this)),
      message_(new MessageBar(this)),
      head_(new SectionHead(tr("Teams"), this)),
      before_(new IconButton(Icon::chevronLeft, tr("An hour before"), this)),
      moment_(new MomentField(QDateTime::currentDateTime(), this)),
      after_(new IconButton(Icon::chevronRight, tr("An hour later"), this)),
      dayHead_(new SectionHead(tr("GPUs below the fair shares"), this)),
      chart_(new TimeChart(tr("GPUs below the fair shares"), this)),
      numbers_(new KeyNumbers(this)),
      teams_(makePlainTable(tr("Teams"), this)),
      pairsHead_(new SectionHead(tr("Below and above the fair share"), this)),
      pairs_(makePlainTable(tr("Below and above the fair share"), this)),
      idleHead_(new SectionHead(tr("Idle guarantees"), this)),
      idle_(makePlainTable(tr("Idle guarantees"), this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    moment_->setAccessibleName(tr("Time of the comparison"));
    for (QWidget* each : std::initializer_list<QWidget*>{before_, moment_, after_})
        dayHead_->addControl(each);
    dayHead_->setSecond(tr("24 hours"));
    chart_->setShape(ChartShape::lines);
    chart_->setEndLabelsShown(false);
    chart_->setFixedHeight(qRound(kDayHeight * fontScale()));
    message_->setClosable(false);
    message_->hide();
    auto* day = new QWidget(this);
    auto* room = new QVBoxLayout(day);
    room->setContentsMargins(12, 0, 12, 0);
    room->addWidget(chart_);
    auto* area = new PageArea(this);
    auto* column = new QVBoxLayout(area->content());
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* legend = new UsageBarLegend(this, UsageBarLegend::Of::teams);
    legend->setPageMargin(kLegendMargin);
    for (QWidget* each : std::initializer_list<QWidget*>{
             dayHead_, day, numbers_, head_, legend, teams_, pairsHead_, pairs_, idleHead_, idle_})
        column->addWidget(each);
    column->addStretch(1);
    stack_->addWidget(empty_);
    stack_->addWidget(area);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(message_);
    layout->addWidget(stack_, 1);
    later_.setSingleShot(true);
    connect(&later_, &QTimer::timeout, this, [this] { setView(view_); });
    connect(message_, &MessageBar::acted, this, [this] { lookAt({}); });
    connect(before_, &QAbstractButton::clicked, this, [this] { step(-1); });
    connect(after_, &QAbstractButton::clicked, this, [this] { step(1); });
    connect(moment_, &MomentField::edited, this, [this] {
        if (moment_->isReadable() && view_)
            lookAt(moment_->dateTime().toMSecsSinceEpoch() -
                   TimeText(view_->document.epoch).moment(0).toMSecsSinceEpoch());
    });
    const auto select = [this](const QModelIndex& index) {
        const auto& teams = (*answer_)->fairness.teams;
        const auto row = static_cast<std::size_t>(index.row());
        if (row < teams.size() && teams[row].quota != report::kNone)
            emit host_.selected(
                {ObjectKind::quota, qt((*answer_)->usage.quotas[teams[row].quota].name)});
    };
    connect(teams_, &QAbstractItemView::clicked, this, select);
    connect(teams_, &QAbstractItemView::activated, this, select);
}

void FairnessPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    if (view_)
        setView(view_);
}

void FairnessPage::setView(const ViewPtr& view) {
    const bool another = !view_ || view_->document.file != view->document.file ||
                         view_->document.name != view->document.name;
    const bool moved = !view_ || view_->clock != view->clock ||
                       view_->document.revision != view->document.revision;
    view_ = view;
    if (another) {
        at_.reset();
        answer_ = nullptr;
        day_.reset();
        dayRead_.invalidate();
        stack_->setCurrentWidget(empty_);
        empty_->setTexts(tr("Shares are being compared"), {});
        // A run has a clock of its own, which moves everything.
        const bool past = view->document.can.journal;
        for (QWidget* each : std::initializer_list<QWidget*>{before_, moment_, after_})
            each->setVisible(past);
    }
    if (another || (moved && !at_))
        stale_ = true;
    if (!isVisible() || !stale_)
        return;
    if (another || !asked_.isValid() || asked_.elapsed() >= kBetween)
        ask();
    else if (!later_.isActive())
        later_.start(kBetween);
}

void FairnessPage::lookAt(std::optional<Instant> at) {
    at_ = at;
    stale_ = true;
    dayRead_.invalidate();
    ask();
}

void FairnessPage::step(int hours) {
    if (!view_)
        return;
    const Instant at = at_.value_or(view_->clock) + hours * kHour;
    lookAt(at >= view_->clock ? std::nullopt : std::optional(at));
}

void FairnessPage::ask() {
    if (asking_ || !view_)
        return;
    asking_ = true;
    stale_ = false;
    asked_.start();
    const bool withDay = !dayRead_.isValid() || dayRead_.elapsed() >= kDayEvery;
    if (withDay)
        dayRead_.start();
    maker_.makeFairness(at_, withDay, this, [this](const auto& answer) {
        asking_ = false;
        take(answer);
        if (stale_ && at_)
            ask();
    });
}

void FairnessPage::take(const std::shared_ptr<const Result<PreparedFairness>>& answer) {
    if (!*answer) {
        const Problem& problem = answer->error().front();
        const QString sentence =
            (messageText(problem.message) + QLatin1Char(' ') + remedyText(problem.message))
                .trimmed();
        if (answer_)
            message_->say(Tone::err, sentence, tr("Return to now"));
        else
            empty_->setTexts(tr("There is nothing to compare"), sentence);
        return;
    }
    answer_ = answer;
    if ((*answer)->day)
        day_ = (*answer)->day;
    const TimeText time(view_->document.epoch);
    if (at_)
        message_->say(
            Tone::info,
            tr("Shown as of %1.").arg(QLocale().toString(time.moment(*at_), QLocale::ShortFormat)),
            tr("Return to now"));
    else
        message_->hide();
    if (view_->document.can.journal && !moment_->hasFocus()) {
        const QSignalBlocker silent(moment_);
        moment_->setDateTime(time.moment(at_.value_or(view_->clock)));
    }
    after_->setEnabled(at_.has_value());
    show(**answer);
}

void FairnessPage::show(const PreparedFairness& shown) {
    if (day_ && shown.day) {
        shown.usage.dates ? chart_->setWallClock() : chart_->setElapsedTime();
        chart_->setData(fairChart(shown, *day_, *view_));
        chart_->showAll();
    }
    const report::FairDay* day = day_ ? &*day_ : nullptr;
    numbers_->setNumbers(fairNumbers(shown, day));
    const ColumnSpec number{ColumnSpec::fit, 60};
    putRows(teams_, fairTeamHeads(), fairTeamRows(shown, day),
            {{ColumnSpec::stretch, 220},
             {ColumnSpec::stretch, 140, 260},
             number,
             number,
             number,
             number,
             number,
             number,
             number,
             number,
             number});
    fitRows(teams_);
    const bool pairs = !shown.fairness.pairs.empty();
    pairsHead_->setSecond(pairs ? QString()
                          : shown.fairness.sharesKnown()
                              ? tr("No team lacks GPUs of its fair share")
                              : tr("Fair shares were not recorded: the pool was not live"));
    putRows(pairs_, fairPairHeads(), fairPairRows(shown),
            {{ColumnSpec::fit, 140, kNameWidth},
             {ColumnSpec::fit, 140, kNameWidth},
             number,
             {ColumnSpec::fit, 120, kNameWidth},
             {ColumnSpec::stretch, 320}});
    pairs_->setVisible(pairs);
    fitRows(pairs_);
    const bool idle = !shown.fairness.idle.empty();
    idleHead_->setSecond(idle ? tr("Guaranteed GPUs that their own quota does not use")
                              : tr("All guaranteed GPUs are used"));
    putRows(idle_, idleHeads(), idleRows(shown),
            {{ColumnSpec::fit, 140, kNameWidth}, {ColumnSpec::stretch, 140}, number});
    idle_->setVisible(idle);
    fitRows(idle_);
    stack_->setCurrentIndex(1);
    setExplained({ObjectKind::quota, explained_}, *view_);
}

void FairnessPage::setExplained(const Subject& subject, const View&) {
    explained_ = subject.kind == ObjectKind::quota ? subject.name : QString();
    if (!answer_)
        return;
    const auto& teams = (*answer_)->fairness.teams;
    for (std::size_t i = 0; i < teams.size(); ++i)
        if (teams[i].quota != report::kNone &&
            qt((*answer_)->usage.quotas[teams[i].quota].name) == explained_)
            return teams_->setCurrentIndex(teams_->model()->index(static_cast<int>(i), 0));
    teams_->setCurrentIndex({});
}

}  // namespace apportion::ui
