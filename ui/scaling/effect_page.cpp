// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scaling/effect_page.h"

#include <set>

#include <QEvent>
#include <QHeaderView>
#include <QScrollBar>
#include <QVBoxLayout>

#include "ui/command_runner.h"
#include "ui/dialogs/form_draft.h"
#include "ui/rule_sentence.h"
#include "ui/scaling/effect_models.h"
#include "ui/scaling/note_box.h"
#include "ui/scaling/scale_texts.h"
#include "ui/texts.h"
#include "ui/widgets/before_after.h"
#include "ui/widgets/loading_rows.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/sentence_box.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

constexpr int kCardMargin = 12;
constexpr int kMostQuotaRows = 8;
constexpr int kLeastRows = 3;

QHBoxLayout* row() {
    auto* layout = new QHBoxLayout;
    layout->setSpacing(8);
    return layout;
}

QWidget* card(QWidget* view) {
    auto* frame = new QFrame;
    frame->setFrameShape(QFrame::StyledPanel);
    frame->setProperty("kind", "card");
    auto* layout = new QVBoxLayout(frame);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->addWidget(view);
    // A table asks for much: the page would scroll around it.
    frame->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    return frame;
}

std::string parentOf(const View& view, const std::string& quota) {
    for (const QuotaRow& row : view.quotas)
        if (row.name == quota && row.parent >= 0)
            return view.quotas[static_cast<std::size_t>(row.parent)].name;
    return {};
}

int heightOf(const TreeView& view, int rows) {
    // The card's edge is the last row's hairline.
    return view.header()->sizeHint().height() + (rows > 0 ? view.sizeHintForRow(0) * rows : 0) - 1;
}

void showBar(TreeView* view) {
    const bool whole = view->height() >= heightOf(*view, view->model()->rowCount());
    view->setVerticalScrollBarPolicy(whole ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
}

// The page itself never scrolls: its tables give way to each other, and scroll.
void fit(TreeView* view, int most) {
    const int rows = view->model()->rowCount();
    view->setMinimumHeight(heightOf(*view, std::min(rows, kLeastRows)));
    view->setMaximumHeight(heightOf(*view, std::min(rows, most)));
    auto* frame = static_cast<QFrame*>(view->parentWidget());
    const int edges = 2 + 2 * frame->frameWidth();
    frame->setMinimumHeight(view->minimumHeight() + edges);
    frame->setMaximumHeight(view->maximumHeight() + edges);
    showBar(view);
}

}  // namespace

EffectPage::EffectPage(QWidget* parent)
    : QWidget(parent),
      of_(new TextLabel({}, Type::body, Role::text2)),
      exact_(new BadgeLabel({tr("as the scheduler decides"), Tone::good, Icon::checkCircle})),
      loading_(new LoadingRows(tr("What the scale would do"))),
      moments_(new Segmented(tr("Time shown"))),
      bars_(new BeforeAfter),
      quotaModel_(new QuotaEffectModel(this)),
      quotaTable_(new TreeView(TreeView::Shape::table)),
      unsettled_(new NoteBox),
      beside_(new NoteBox),
      listHead_(new TextLabel(tr("Workloads"), Type::head)),
      counts_(new TextLabel({}, Type::body, Role::text2)),
      filter_(new Segmented(tr("Listed workloads"))),
      workloadModel_(new WorkloadEffectModel(this)),
      workloadTable_(new TreeView(TreeView::Shape::table)),
      story_(new SentenceBox),
      none_(new TextLabel(tr("No workload is evicted, starts or waits longer because of it."),
                          Type::body, Role::text2)) {
    markAsView(moments_);
    markAsView(filter_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    auto* head = row();
    head->addWidget(new TextLabel(tr("Running GPUs"), Type::head));
    of_->setElided(true);
    head->addWidget(of_, 1);
    head->addWidget(moments_);
    head->addWidget(exact_);
    exact_->setToolTip(tr(
        "Tried by the scheduler on a copy of the pool. It holds if nothing else changes first."));
    column->addLayout(head);
    column->addWidget(loading_, 1);
    column->addWidget(bars_);
    for (TreeView* view : {quotaTable_, workloadTable_}) {
        view->setFrameShape(QFrame::NoFrame);
        view->setPageMargin(kCardMargin);
        view->setRootIsDecorated(false);
        view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        view->installEventFilter(this);
    }
    quotaTable_->setModel(quotaModel_);
    quotaTable_->setAccessibleName(tr("Quotas before and after"));
    quotaTable_->setColumns({{ColumnSpec::stretch, 140},
                             {ColumnSpec::fit, 84},
                             {ColumnSpec::fit, 84},
                             {ColumnSpec::fit, 84},
                             {ColumnSpec::fit, 96},
                             {ColumnSpec::fit, 130}});
    column->addWidget(card(quotaTable_), 2);
    column->addWidget(unsettled_);
    column->addWidget(beside_);
    auto* list = row();
    list->addWidget(listHead_);
    counts_->setElided(true);
    list->addWidget(counts_, 1);
    list->addWidget(filter_);
    filter_->addSegment(tr("Changed"));
    filter_->addSegment(tr("All"));
    filter_->setCurrentIndex(0);
    column->addLayout(list);
    workloadTable_->setModel(workloadModel_);
    workloadTable_->setAccessibleName(tr("What happens to workloads"));
    workloadTable_->setColumns({{ColumnSpec::fit, 110},
                                {ColumnSpec::fit, 120},
                                {ColumnSpec::fit, 96},
                                {ColumnSpec::fit, 44},
                                {ColumnSpec::fit, 64},
                                {ColumnSpec::stretch, 200}});
    column->addWidget(card(workloadTable_), 3);
    column->addWidget(story_);
    column->addWidget(none_);
    column->addStretch();
    connect(workloadTable_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &EffectPage::tellStory);
    connect(moments_, &Segmented::currentChanged, this, &EffectPage::showMoment);
    connect(filter_, &Segmented::currentChanged, this, [this] {
        const std::string read = currentWorkload();
        showWorkloads();
        choose(read);
    });
    moments_->addSegment(tr("Immediately"));
    moments_->addSegment(tr("Settled"));
    clear();
}

void EffectPage::clear() {
    Effect none;
    none.outlook.emplace();
    setEffect(view_, none);
    for (TreeView* view : {quotaTable_, workloadTable_})
        view->verticalScrollBar()->setValue(0);  // while it is hidden it would keep its place
    of_->setText(tr("loading the effect…"));
    beside_->say(Tone::info, {});
    exact_->hide();
    none_->hide();
    story_->hide();
    showResult(false);
    loading_->start();
}

bool EffectPage::isWaiting() const {
    return !loading_->isHidden();
}

// Without one there is nothing to count.
void EffectPage::showResult(bool shown) {
    loading_->setVisible(!shown);
    for (QWidget* part : std::initializer_list<QWidget*>{bars_, quotaTable_->parentWidget(),
                                                         listHead_, counts_, filter_})
        part->setVisible(shown);
    if (!shown)
        workloadTable_->parentWidget()->hide();
}

void EffectPage::setEffect(const ViewPtr& view, const Effect& effect) {
    const bool refused = !effect.refusal.empty();
    const Outlook& outlook = *effect.outlook;
    // Who reads it goes on reading.
    const bool again = effect_.outlook && outlook.request == effect_.outlook->request;
    const bool atOnce = again && moments_->currentIndex() == 0;
    const std::string read = again ? currentWorkload() : std::string();
    view_ = view;
    time_ = TimeText(view->document.epoch);
    effect_ = effect;
    showResult(true);
    const bool later = outlook.settled && outlook.settled->at != outlook.at;
    const bool hadMoments = !moments_->isHidden();
    moments_->setVisible(later);
    if (later)
        static_cast<QAbstractButton*>(moments_->segment(1))
            ->setText(time_.seconds(outlook.settled->at));
    moments_->setCurrentIndex(later && !(atOnce && hadMoments) ? 1 : 0);
    exact_->setVisible(!refused);
    if (refused)
        unsettled_->say(Tone::err, refusalText(effect.refusal));
    else if (outlook.unsettled)
        unsettled_->say(
            Tone::info,
            tr("Shown at the time of the change. %1").arg(messageText(*outlook.unsettled)));
    else
        unsettled_->say(Tone::info, {});
    beside_->say(Tone::info, refused ? QString() : unapprovedText(view->key.unapproved));
    showMoment();
    showWorkloads();
    choose(read);
}

void EffectPage::choose(const std::string& workload) {
    for (int row = 0; row < workloadModel_->rowCount() && !workload.empty(); ++row)
        if (workloadModel_->at(row).workload == workload)
            return workloadTable_->setCurrentIndex(workloadModel_->index(row, 0));
}

std::string EffectPage::currentWorkload() const {
    const QModelIndex current = workloadTable_->currentIndex();
    return current.isValid() ? workloadModel_->at(current.row()).workload : std::string();
}

void EffectPage::showMoment() {
    if (!effect_.outlook)
        return;
    const Outlook& outlook = *effect_.outlook;
    const bool settled = outlook.settled && moments_->currentIndex() == 1;
    const ScaleMoment& moment = settled || (outlook.settled && outlook.settled->at == outlook.at)
                                    ? *outlook.settled
                                    : outlook.atOnce;
    const QString mode = modeText(outlook.request.mode, outlook.request.after);
    const bool later = moment.at != outlook.at;
    const QString when =
        later ? tr("at %1, with the change and without").arg(time_.clock(moment.at))
        : effect_.resting
            ? tr("simulated as if the pool went live at %1").arg(time_.clock(outlook.at))
            : tr("simulated on the state of %1").arg(time_.clock(outlook.at));
    of_->setText(mode.isEmpty() || outlook.atOnce.quotas.empty()
                     ? when
                     : tr("%1, %2", "when, and in which mode").arg(when, mode));
    std::vector<BeforeAfterPart> parts;
    // A quota above another one is the sum of what is shown below it.
    std::set<std::string> above;
    for (const ScaleQuotaEffect& each : moment.quotas)
        if (!each.ownPart)
            above.insert(parentOf(*view_, each.quota));
    for (const ScaleQuotaEffect& each : moment.quotas) {
        if (!each.ownPart && above.count(each.quota) > 0)
            continue;
        const ScaleName name = scaleName(*view_, each.quota);
        parts.push_back({each.ownPart ? tr("%1, own").arg(name.quota) : name.quota, name.colour,
                         each.before.running, each.after.running});
    }
    bars_->setParts(parts, outlook.whole);
    quotaModel_->set(view_, outlook, moment);
    fitTables();
}

void EffectPage::showWorkloads() {
    if (!effect_.outlook)
        return;
    const Outlook& outlook = *effect_.outlook;
    const bool onlyChanged = filter_->currentIndex() == 0;
    workloadModel_->set(view_, outlook, onlyChanged);
    counts_->setText(effectsText(effect_));
    static_cast<QAbstractButton*>(filter_->segment(1))
        ->setText(
            tr("All %1").arg(QLocale().toString(static_cast<qlonglong>(outlook.workloads.size()))));
    const bool none = workloadModel_->rowCount() == 0;
    if (!none)
        workloadTable_->setCurrentIndex(workloadModel_->index(0, 0));
    tellStory();
    workloadTable_->parentWidget()->setVisible(!none);
    none_->setVisible(none && onlyChanged && effect_.refusal.empty());
    fitTables();
}

void EffectPage::tell(const ScaleWorkloadEffect& effect) {
    QStringList rules;
    QStringList said;
    for (const Rule rule : effect.rules) {
        rules << ruleText(rule);
        said << ruleSentence(rule);
    }
    story_->read(effectStory(effect, time_), rules.join(QStringLiteral(", ")),
                 said.join(QLatin1Char(' ')));
}

void EffectPage::tellStory() {
    const QModelIndex current = workloadTable_->currentIndex();
    story_->setVisible(current.isValid());
    if (current.isValid())
        tell(workloadModel_->at(current.row()));
}

QString EffectPage::story() const {
    return story_->isHidden() ? QString() : story_->plainText();
}

bool EffectPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        showBar(static_cast<TreeView*>(watched));
    return QWidget::eventFilter(watched, event);
}

void EffectPage::fitTables() {
    fit(quotaTable_, kMostQuotaRows);
    fit(workloadTable_, workloadModel_->rowCount());
    quotaTable_->columnLayout().schedule();
    workloadTable_->columnLayout().schedule();
}

}  // namespace apportion::ui
