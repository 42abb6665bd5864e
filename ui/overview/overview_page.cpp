// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_page.h"

#include <QAction>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "core/session/project_listing.h"
#include "core/view/unread_view.h"
#include "ui/charts/chart_timeline.h"
#include "ui/charts/team_chart.h"
#include "ui/overview/key_figures.h"
#include "ui/texts.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/page_area.h"
#include "ui/widgets/section_head.h"
#include "ui/workloads/start_watch.h"
#include "ui/workloads/workload_table.h"

namespace apportion::ui {

namespace {

constexpr int kChartLeast = 220;
constexpr int kQueueLeast = 150;  // its head and three rows, or what an empty one offers

}  // namespace

OverviewPage::OverviewPage(PageHost& host)
    : host_(host),
      queue_(new WorkloadTable(WorkloadModel::Shape::queue, this)),
      numbers_(new KeyNumbers(this)),
      timeline_(new ChartTimeline(this)),
      chart_(new TeamChart(TeamChart::Kind::stacked, tr("GPUs per team"), true, timeline_, this)),
      queueHead_(new SectionHead(tr("Queue"), this)),
      chartStack_(new QStackedWidget(this)),
      noChart_(new EmptyState(Icon::clock, {}, {}, this)),
      queueStack_(new QStackedWidget(this)),
      noQueue_(new EmptyState(
          Icon::checkCircle, tr("No workload waits"),
          tr("Workloads appear here when teams request more GPUs than are free."), this)),
      unread_(new EmptyState(Icon::clock, tr("Loading the queue…"),
                             tr("Workloads are still being read."), this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    connect(noQueue_, &EmptyState::firstTriggered, this, [this] { take(steps_.first); });
    connect(noQueue_, &EmptyState::secondTriggered, this, [this] { take(steps_.second); });
    chart_->addRangeControls();
    connect(timeline_, &ChartTimeline::pastWanted, this,
            [this](Instant from, Instant to) { host_.bridge.session().lookAtPast(from, to); });
    connect(chart_, &TeamChart::said, &host_, &PageHost::said);
    connect(chart_, &TeamChart::failed, &host_, &PageHost::failed);
    queue_->serve(host_);
    // In a low window the page scrolls: nothing on it is covered or squeezed.
    auto* area = new PageArea(this);
    QWidget* content = area->content();
    auto* splitter = new QSplitter(Qt::Vertical, content);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    chartStack_->setMinimumHeight(kChartLeast);
    chartStack_->addWidget(chart_);
    chartStack_->addWidget(noChart_);
    splitter->addWidget(chartStack_);
    splitter->addWidget(makeQueue());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({430, 200});
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(numbers_);
    column->addWidget(splitter, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(area);
}

QWidget* OverviewPage::makeQueue() {
    auto* box = new QWidget(this);
    box->setMinimumHeight(controlHeight(kQueueLeast));
    auto* open = new QPushButton(tr("Open in Workloads"), box);
    open->setProperty("kind", "quiet");
    open->setProperty("compact", true);
    open->setAutoDefault(false);
    connect(open, &QPushButton::clicked, this,
            [this] { emit host_.listWanted(ObjectKind::workload, {}); });
    queueHead_->addControl(open);
    queueStack_->addWidget(queue_);
    queueStack_->addWidget(noQueue_);
    queueStack_->addWidget(unread_);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(queueHead_);
    layout->addWidget(queueStack_, 1);
    return box;
}

void OverviewPage::take(std::optional<NextStep> step) {
    const char* action = step == NextStep::addNodes      ? "add-nodes"
                         : step == NextStep::newQuota    ? "new-root"
                         : step == NextStep::goLive      ? "go-live"
                         : step == NextStep::makeProject ? "make-project"
                                                         : "submit";
    host_.actions[action]->trigger();
}

void OverviewPage::setExplained(const Subject& subject, const View&) {
    queue_->select(subject.kind == ObjectKind::workload ? subject.name : QString());
}

std::optional<QStringList> OverviewPage::chosen(ObjectKind kind) const {
    return kind == ObjectKind::workload ? std::optional(queue_->selectedAll()) : std::nullopt;
}

bool OverviewPage::isUpToDate() const {
    return host_.shared<StartWatch>().isUpToDate();
}

QString OverviewPage::textOf(NextStep step) {
    switch (step) {
        case NextStep::addNodes:
            return tr("Add nodes…");
        case NextStep::newQuota:
            return tr("New root quota…");
        case NextStep::goLive:
            return tr("Go live…");
        case NextStep::submit:
            return tr("Submit a workload…");
        case NextStep::makeProject:
            return tr("Make a project of it…");
    }
    return {};
}

// An empty queue means little where nothing could stand in it.
void OverviewPage::showNextSteps(const View& view) {
    const NextSteps steps = nextStepsOf(view);
    if (steps.first == NextStep::addNodes)
        noQueue_->setTexts(tr("The pool has no nodes"),
                           tr("Quotas divide the GPUs of nodes. Add the first node."));
    else if (steps.first == NextStep::newQuota)
        noQueue_->setTexts(tr("The pool has no quotas"),
                           tr("Workloads are submitted to quotas. Create the first quota."));
    else
        noQueue_->setTexts(view.document.inPart ? tr("No waiting workloads that you can see")
                                                : tr("No workload waits"),
                           tr("Workloads appear here when teams request more GPUs than are free."));
    const auto text = [](const std::optional<NextStep>& step) {
        return step ? textOf(*step) : QString();
    };
    if (steps_ == steps)
        return;
    steps_ = steps;
    noQueue_->setActions(text(steps.first), text(steps.second),
                         steps.first == NextStep::goLive ? Icon::play : Icon::plus);
}

void OverviewPage::showQueue(const View& view) {
    const bool reading = view.document.reading > 0;
    const bool known = !isUnread(view) || isListed(view);
    const QString count = tr("%Ln workload(s)", nullptr, view.key.waiting);
    const QString waiting =
        tr("%Ln workload(s), %1", nullptr, view.key.waiting).arg(gpusText(view.key.waitingGpu));
    queueHead_->setSecond(!known                 ? QString()
                          : reading              ? count  // nobody has summed them up
                          : view.document.inPart ? waiting + QStringLiteral(" · ") + workInPart()
                                                 : waiting);
    queueStack_->setCurrentWidget(!known                  ? unread_
                                  : view.key.waiting == 0 ? noQueue_
                                                          : static_cast<QWidget*>(queue_));
}

void OverviewPage::setView(const ViewPtr& view) {
    numbers_->setNumbers(keyFigures(*view));
    showQueue(*view);
    const std::int64_t reading = view->document.reading;
    if (reading == 0 || isListed(*view))
        queue_->setView(view);
    chartStack_->setCurrentWidget(reading > 0 ? static_cast<QWidget*>(noChart_) : chart_);
    if (reading > 0)
        return noChart_->setTexts(readingText(reading),
                                  tr("Quotas are loaded. Use now and over time follows."));
    timeline_->setView(view);
    showNextSteps(*view);
}

}  // namespace apportion::ui
