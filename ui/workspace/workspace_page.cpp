// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace/workspace_page.h"

#include <algorithm>
#include <array>

#include <QAbstractItemView>
#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/charts/time_chart.h"
#include "ui/settings.h"
#include "ui/start_text.h"
#include "ui/texts.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/key_number.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/page_area.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"
#include "ui/workspace/could_run_bar.h"
#include "ui/workspace/exposure_view.h"
#include "ui/workspace/lead_texts.h"
#include "ui/workspace/remedy_fold.h"

namespace apportion::ui {

namespace {

constexpr int kRightWidth = 324;
constexpr int kChartHeight = 190;
constexpr int kHoursHeight = 140;
constexpr int kRowHeight = 28;
// A live pool is looked at again after so long, at most every few seconds.
constexpr auto kFresh = std::chrono::seconds(30);
constexpr auto kPauseBetween = std::chrono::seconds(3);
constexpr Duration kRangeHour = 3600 * kSecond;
constexpr std::array<Duration, 4> kRanges{kRangeHour, 6 * kRangeHour, 24 * kRangeHour,
                                          7 * 24 * kRangeHour};
constexpr int kFirstRange = 2;

// The right column stands behind a hairline.
class Side final : public QWidget {
public:
    explicit Side(QWidget* parent) : QWidget(parent) {
        setFixedWidth(qRound(kRightWidth * fontScale()));
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter(this).fillRect(QRectF(0, 0, 1, height()), color(Role::line));
    }
};

TreeView* tableOf(CellTable* rows, const QString& name, const QList<ColumnSpec>& columns,
                  QWidget* parent) {
    auto* table = new TreeView(TreeView::Shape::table, parent);
    table->setModel(rows);
    table->setAccessibleName(name);
    table->setRootIsDecorated(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table->setColumns(columns);
    return table;
}

QString partOf(const char* name, const QString& file) {
    return Settings::partOf(QString::fromLatin1(name), QFileInfo(file).absoluteFilePath());
}

constexpr const char* kChosen = "workspace";
constexpr const char* kAlone = "workspace-alone";

// As high as its rows: the page scrolls, and not the table.
void fitTable(TreeView* table) {
    table->setFixedHeight(table->header()->sizeHint().height() +
                          table->model()->rowCount() * controlHeight(kRowHeight) + 2);
}

}  // namespace

WorkspacePage::WorkspacePage(PageHost& host)
    : host_(host),
      stack_(new QStackedWidget(this)),
      empty_(new EmptyState(Icon::users, {}, {}, this)),
      choice_(new QComboBox(this)),
      about_(new TextLabel({}, Type::second, Role::text2, this)),
      whole_(new QPushButton(tr("Show all pages next time"), this)),
      numbers_(new KeyNumbers(this)),
      couldRun_(new CouldRunBar(host.bridge, this)),
      chartHead_(new SectionHead(tr("GPUs"), this)),
      ranges_(new Segmented(tr("Range of the chart"), this)),
      chart_(new TimeChart(tr("GPUs of the workspace"), this)),
      queueHead_(new SectionHead(tr("Queue"), this)),
      more_(new NumberField(2, this)),
      ask_(new QPushButton(tr("Ask for more…"), this)),
      queueRows_(new CellTable(queueHeads(), this)),
      remedies_(new RemedyFold(host.bridge, this)),
      noQueue_(
          new TextLabel(tr("No workload of this workspace waits."), Type::body, Role::text2, this)),
      exposure_(new ExposureView(this)),
      hoursHead_(new SectionHead(tr("GPU hours"), this)),
      pace_(new BadgeLabel({}, this)),
      hoursChart_(new TimeChart(tr("GPU hours of the period"), this)),
      hours_(new FactList(this)),
      usersHead_(new SectionHead(tr("Per user"), this)),
      userRows_(new CellTable(userHeads(), this)),
      eventRows_(new CellTable(eventHeads(), this)),
      noEvents_(new TextLabel(tr("Nothing yet."), Type::body, Role::text2, this)),
      limits_(new FactList(this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* area = new PageArea(this);
    QWidget* content = area->content();
    auto* columns = new QHBoxLayout(content);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(0);
    columns->addWidget(makeLeft(), 1);
    columns->addWidget(makeRight());
    auto* whole = new QWidget(stack_);
    auto* column = new QVBoxLayout(whole);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHead());
    column->addWidget(area, 1);
    stack_->addWidget(whole);
    stack_->addWidget(empty_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(stack_);
    again_.setSingleShot(true);
    connect(&again_, &QTimer::timeout, this, &WorkspacePage::lookAgain);
    connect(choice_, &QComboBox::activated, this,
            [this] { choose(choice_->currentData().toString()); });
    connect(couldRun_, &CouldRunBar::submitWanted, this, &WorkspacePage::submit);
    connect(queue_, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        const QString workload = queued_.value(index.row());
        const StartRange* range = look_ ? look_->ranges.of(workload.toStdString()) : nullptr;
        for (const WorkloadRow& each : view_->waiting)
            if (qt(each.name) == workload)
                return remedies_->explain(
                    *view_, each,
                    range != nullptr && range->when ? startText(*view_, *range) : QString());
    });
    connect(ranges_, &Segmented::currentChanged, this, &WorkspacePage::showCharts);
}

void WorkspacePage::rememberAlone(Settings& settings, const QString& file,
                                  const QString& workspace) {
    settings.setLayout(partOf(kAlone, file), workspace.toUtf8());
    if (!workspace.isEmpty())
        settings.setLayout(partOf(kChosen, file), workspace.toUtf8());
}

bool WorkspacePage::isAlone(const Settings& settings, const QString& file) {
    return !settings.layout(partOf(kAlone, file)).isEmpty();
}

QWidget* WorkspacePage::makeHead() {
    auto* head = new QWidget(this);
    head->setFixedHeight(controlHeight(40));
    choice_->setAccessibleName(tr("Workspace"));
    choice_->view()->setAccessibleName(tr("Workspace"));
    choice_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(16, 4, 16, 4);
    row->setSpacing(12);
    row->addWidget(choice_);
    row->addWidget(about_, 1);
    row->addWidget(whole_);
    about_->setElided(true);
    whole_->setProperty("kind", "quiet");
    whole_->setProperty("compact", true);
    whole_->setAutoDefault(false);
    connect(whole_, &QPushButton::clicked, this, [this] {
        rememberAlone(host_.settings, file_, {});
        whole_->hide();
        emit host_.said(tr("The next window of this file shows all pages."));
    });
    return head;
}

QWidget* WorkspacePage::makeLeft() {
    auto* left = new QWidget(this);
    for (const QString& range : {tr("1 h"), tr("6 h"), tr("24 h"), tr("7 d")})
        ranges_->addSegment(range);
    ranges_->setCurrentIndex(kFirstRange);
    chartHead_->addControl(ranges_);
    chart_->setShape(ChartShape::lines);
    chart_->setFixedHeight(qRound(kChartHeight * fontScale()));
    queue_ = tableOf(queueRows_, tr("Queue"),
                     {{ColumnSpec::fit, 24},
                      {ColumnSpec::fit, 110, 200},
                      {ColumnSpec::fit, 60, 110},
                      {ColumnSpec::fit, 44},
                      {ColumnSpec::fit, 60},
                      {ColumnSpec::fit, 90},
                      {ColumnSpec::fit, 60, 150, true},
                      {ColumnSpec::stretch, 160},
                      {ColumnSpec::fit, 150, 250}},
                     this);
    noQueue_->setContentsMargins(16, 2, 16, 10);
    more_->setAccessibleName(tr("Guaranteed GPUs to ask for"));
    more_->setRange(0.01, 1'000'000);
    more_->setSuffix(tr(" GPUs"));
    more_->setFixedWidth(qRound(104 * fontScale()));
    ask_->setProperty("compact", true);
    ask_->setAutoDefault(false);
    queueHead_->addControl(more_);
    queueHead_->addControl(ask_);
    connect(ask_, &QPushButton::clicked, this, &WorkspacePage::askForMore);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(numbers_);
    column->addWidget(couldRun_);
    column->addWidget(chartHead_);
    auto* room = new QVBoxLayout;
    room->setContentsMargins(16, 0, 0, 4);
    room->addWidget(chart_);
    column->addLayout(room);
    column->addWidget(queueHead_);
    column->addWidget(noQueue_);
    column->addWidget(queue_);
    column->addWidget(remedies_);
    column->addWidget(exposure_);
    column->addStretch(1);
    return left;
}

QWidget* WorkspacePage::makeRight() {
    auto* side = new Side(this);
    hoursHead_->addControl(pace_);
    hoursChart_->setShape(ChartShape::lines);
    hoursChart_->setEndLabelsShown(false);
    hoursChart_->setFixedHeight(qRound(kHoursHeight * fontScale()));
    users_ = tableOf(userRows_, tr("Per user"),
                     {{ColumnSpec::stretch, 80},
                      {ColumnSpec::fit, 36},
                      {ColumnSpec::fit, 36},
                      {ColumnSpec::fit, 48},
                      {ColumnSpec::fit, 36}},
                     this);
    events_ = tableOf(eventRows_, tr("What happened"),
                      {{ColumnSpec::fit, 50}, {ColumnSpec::stretch, 120}}, this);
    noEvents_->setContentsMargins(16, 2, 16, 8);
    const auto facts = [](FactList* list) {
        auto* room = new QVBoxLayout;
        room->setContentsMargins(16, 0, 16, 4);
        room->addWidget(list);
        return room;
    };
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(1, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(hoursHead_);
    auto* room = new QVBoxLayout;
    room->setContentsMargins(16, 0, 8, 4);
    room->addWidget(hoursChart_);
    column->addLayout(room);
    column->addLayout(facts(hours_));
    column->addWidget(usersHead_);
    column->addWidget(users_);
    column->addWidget(new SectionHead(tr("What happened"), side));
    column->addWidget(noEvents_);
    column->addWidget(events_);
    column->addWidget(new SectionHead(tr("Limits"), side));
    column->addLayout(facts(limits_));
    column->addStretch(1);
    return side;
}

const WorkspaceRow* WorkspacePage::row() const {
    if (!view_)
        return nullptr;
    const auto found = std::find_if(view_->workspaces.begin(), view_->workspaces.end(),
                                    [name = chosen_.toStdString()](const WorkspaceRow& each) {
                                        return each.spec.name == name;
                                    });
    return found == view_->workspaces.end() ? nullptr : &*found;
}

QString WorkspacePage::remembered() const {
    return QString::fromUtf8(host_.settings.layout(partOf(kChosen, file_)));
}

void WorkspacePage::fillChoice() {
    const QString file = qt(view_->document.file);
    if (file != file_) {
        file_ = file;
        chosen_ = remembered();
        missing_.clear();
        look_.reset();
        lookedAt_.clear();
    }
    QStringList names;
    for (const WorkspaceRow& each : view_->workspaces)
        names << qt(each.spec.name);
    missing_ = !chosen_.isEmpty() && !names.contains(chosen_) ? chosen_ : missing_;
    // A member's own comes before those that somebody only sees.
    if (!names.contains(chosen_) && !names.isEmpty()) {
        chosen_ = names.first();
        for (const WorkspaceRow& each : view_->workspaces)
            if (std::any_of(each.users.begin(), each.users.end(), [&](const auto& user) {
                    return user.role && user.name == view_->document.who;
                })) {
                chosen_ = qt(each.spec.name);
                break;
            }
    }
    if (shownNames() != names) {
        choice_->clear();
        for (const QString& name : names)
            choice_->addItem(name, name);
    }
    choice_->setCurrentIndex(choice_->findData(chosen_));
    whole_->setVisible(!file_.isEmpty() && isAlone(host_.settings, file_));
}

QStringList WorkspacePage::shownNames() const {
    QStringList names;
    for (int i = 0; i < choice_->count(); ++i)
        names << choice_->itemData(i).toString();
    return names;
}

void WorkspacePage::choose(const QString& workspace) {
    if (workspace != chosen_) {
        chosen_ = workspace;
        look_.reset();
        lookedAt_.clear();
    }
    missing_.clear();
    if (!view_)
        return;
    host_.settings.setLayout(partOf(kChosen, file_), workspace.toUtf8());
    choice_->setCurrentIndex(choice_->findData(chosen_));
    show();
    lookAgain();
}

void WorkspacePage::setView(const ViewPtr& view) {
    view_ = view;
    fillChoice();
    const bool any = row() != nullptr;
    stack_->setCurrentIndex(any ? 0 : 1);
    if (!any)
        empty_->setTexts(tr("No workspace"),
                         tr("This page shows one workspace: its use, its queue, and its limits. "
                            "You cannot see a workspace of this pool."));
    show();
    lookAgain();
}

void WorkspacePage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    show();
    lookAgain();
}

void WorkspacePage::lookAgain() {
    if (looking_ || !isVisible() || row() == nullptr || view_->document.reading > 0)
        return;
    const std::string state = chosen_.toStdString() + ' ' +
                              std::to_string(view_->document.revision) + ' ' +
                              (view_->document.can.play ? std::to_string(view_->clock) : "");
    const bool other = look_ == nullptr || look_->workspace != chosen_.toStdString();
    const bool old = lookedWhen_.isValid() &&
                     lookedWhen_.hasExpired(std::chrono::milliseconds(kFresh).count()) &&
                     view_->document.can.goLive && view_->document.engine != EngineAt::nowhere;
    if (!other && state == lookedAt_ && !old)
        return;
    const bool paused =
        !other && !lookedWhen_.hasExpired(std::chrono::milliseconds(kPauseBetween).count());
    if (paused) {
        again_.start(kPauseBetween);
        return;
    }
    looking_ = true;
    host_.bridge.ask(host_.bridge.session().lookAtWorkspace(chosen_.toStdString()), this,
                     [this, state](std::shared_ptr<const WorkspaceLook> look) {
                         looking_ = false;
                         lookedAt_ = state;
                         lookedWhen_.start();
                         if (look && look->workspace == chosen_.toStdString()) {
                             look_ = std::move(look);
                             show();
                         }
                         lookAgain();
                     });
}

bool WorkspacePage::isUpToDate() const {
    return !isVisible() || row() == nullptr ||
           (!looking_ && look_ != nullptr && remedies_->isUpToDate());
}

void WorkspacePage::show() {
    const WorkspaceRow* of = row();
    if (of == nullptr || !isVisible())
        return;
    const LeadView lead{*view_, *of, look_.get()};
    int colour = 0;
    for (const QuotaRow& quota : view_->quotas)
        if (!of->spec.quotas.empty() && quota.name == of->spec.quotas.front())
            colour = quota.colour;
    about_->setRole(missing_.isEmpty() ? Role::text2 : Role::warn);
    about_->setText(
        !missing_.isEmpty() ? tr("Workspace %1 does not exist here. Workspaces: %2.")
                                  .arg(missing_, shownNames().join(QStringLiteral(", ")))
        : of->spec.quotas.empty() ? tr("uses no quota")
                                  : tr("uses %1", "quotas").arg(namesText(of->spec.quotas)));
    numbers_->setNumbers(leadNumbers(lead));
    couldRun_->setWorkspace(view_, *of);
    chartHead_->setTitle(tr("GPUs of %1").arg(chosen_));
    queueRows_->setRows(queueRows(lead, queued_));
    queueHead_->setSecond(
        tr("%n workload(s)", nullptr, of->work.waiting) +
        (of->work.waiting > 0 ? QStringLiteral(", ") + gpusText(of->work.asked) : QString()));
    const bool asks =
        of->manages && !of->spec.quotas.empty() && view_->document.offers("workspace.request");
    more_->setVisible(asks);
    ask_->setVisible(asks);
    ask_->setToolTip(of->spec.request
                         ? tr("Asked already for %1. A new request replaces it.")
                               .arg(gpusText(of->spec.request->gpu))
                         : tr("The administrator opens the request as a draft of new sizes."));
    if (askedOf_ != chosen_ && look_ != nullptr) {
        askedOf_ = chosen_;
        more_->setValue(static_cast<double>(look_->guaranteed + of->work.asked) / kOneGpu);
    }
    if (!remedies_->workload().isEmpty() && !queued_.contains(remedies_->workload()))
        remedies_->close();
    noQueue_->setVisible(queued_.isEmpty());
    queue_->setVisible(!queued_.isEmpty());
    exposure_->setLead(lead, colour);
    hours_->setFacts(hoursFacts(lead));
    limits_->setFacts(limitFacts(lead));
    userRows_->setRows(userRows(lead));
    eventRows_->setRows(eventRows(lead));
    noEvents_->setVisible(eventRows_->rowCount() == 0);
    events_->setVisible(eventRows_->rowCount() > 0);
    for (TreeView* table : {queue_, users_, events_})
        fitTable(table);
    const auto* usage = lead.usage();
    hoursHead_->setTitle(usage != nullptr ? hoursTitle(*usage) : tr("GPU hours"));
    const bool spent = usage != nullptr && usage->inQuotas > usage->allowance;
    pace_->setVisible(usage != nullptr && usage->isBudget && (spent || usage->end));
    if (usage != nullptr && (spent || usage->end))
        pace_->setBadge(spent ? Badge{tr("spent"), Tone::err, Icon::error}
                        : usage->end->first > usage->allowance
                            ? Badge{tr("over pace"), Tone::warn, Icon::warning}
                            : Badge{tr("on pace"), Tone::good, Icon::checkCircle});
    usersHead_->setSecond(usage != nullptr ? tr("%1 GPU h").arg(wholeHours(usage->used))
                                           : QString());
    showCharts();
}

void WorkspacePage::showCharts() {
    const WorkspaceRow* of = row();
    if (of == nullptr)
        return;
    const LeadView lead{*view_, *of, look_.get()};
    const bool wall = !view_->document.epoch.empty();
    for (TimeChart* chart : {chart_, hoursChart_})
        wall ? chart->setWallClock() : chart->setElapsedTime();
    const ChartData gpus = gpusChart(lead);
    QStringList names;
    for (const Series& each : gpus.series)
        names << each.name;
    chart_->setEndNames(names);
    chart_->setData(gpus);
    hoursChart_->setData(hoursChart(lead));
    const auto* usage = lead.usage();
    if (usage == nullptr)
        return;
    const qint64 now = lead.onAxis(lead.at(usage->now));
    const Duration range = kRanges[static_cast<std::size_t>(std::max(ranges_->currentIndex(), 0))];
    chart_->setRange(std::max<qint64>(now - range, lead.onAxis(0)), std::max<qint64>(now, 1));
    hoursChart_->setRange(lead.onAxis(lead.at(usage->period.from)),
                          lead.onAxis(lead.at(usage->period.to)));
}

void WorkspacePage::askForMore() {
    const WorkspaceRow* of = row();
    if (of == nullptr || look_ == nullptr || !more_->isReadable())
        return;
    AskForMore request;
    request.name = of->spec.name;
    request.quota = of->spec.quotas.front();
    request.gpu = qRound64(more_->value() * kOneGpu);
    request.evidence = evidenceText({*view_, *of, look_.get()}).toStdString();
    emit host_.changeWanted({{request}}, tr("Ask for more"),
                            tr("%1 for %2").arg(gpusText(request.gpu), qt(request.quota)));
}

void WorkspacePage::submit() {
    emit host_.changeWanted({{couldRun_->request()}}, tr("Submit"),
                            tr("A workload of %1").arg(chosen_));
}

}  // namespace apportion::ui
