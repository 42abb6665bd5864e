// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/planner_page.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QThread>
#include <QTimer>
#include <QVBoxLayout>

#include "core/plan/draft/usual_edits.h"
#include "core/session/commands/commands.h"
#include "core/session/planning/planner.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/planner/advisor_dialog.h"
#include "ui/planner/base_card.h"
#include "ui/planner/edit_dialog.h"
#include "ui/planner/new_plan_dialog.h"
#include "ui/planner/plan_pane.h"
#include "ui/planner/plan_texts.h"
#include "ui/planner/results_pane.h"
#include "ui/planner/work_dialog.h"
#include "ui/reports/report_pdf.h"
#include "ui/texts.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/page_area.h"
#include "ui/widgets/save_dialog.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kPaneWidth = 320;
constexpr std::size_t kMostEdits = 1'000'000;  // behind the last of any variant
constexpr int kLookAtBase = 2'000;             // milliseconds between two looks

QPushButton* headButton(const QString& text, QWidget* parent) {
    auto* button = new QPushButton(text, parent);
    button->setProperty("compact", true);
    button->setAutoDefault(false);
    return button;
}

}  // namespace

PlannerPage::PlannerPage(PageHost& host)
    : host_(host),
      planner_(host.bridge.planner()),
      shown_(std::make_shared<const PlanView>()),
      stack_(new QStackedWidget(this)),
      empty_(new EmptyState(
          Icon::branch, tr("No plan is open"),
          tr("A plan tries changes on a base, such as 16 more GPUs, and shows who gains and who "
             "pays. A plan changes nothing in the pool."),
          this)),
      message_(new MessageBar(this)),
      pane_(new PlanPane(this)),
      results_(new ResultsPane(this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    empty_->setActions(tr("New plan…"), tr("Open a plan…"), Icon::branch);
    connect(empty_, &EmptyState::firstTriggered, this, &PlannerPage::newPlan);
    connect(empty_, &EmptyState::secondTriggered, this, &PlannerPage::openPlan);
    pane_->setFixedWidth(kPaneWidth);
    auto* area = new PageArea(this);
    auto* room = new QVBoxLayout(area->content());
    room->setContentsMargins(0, 0, 0, 0);
    room->addWidget(results_);
    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(makeHead());
    right->addWidget(message_);
    right->addWidget(area, 1);
    message_->hide();
    auto* plan = new QWidget(stack_);
    auto* row = new QHBoxLayout(plan);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(pane_);
    row->addLayout(right, 1);
    stack_->addWidget(empty_);
    stack_->addWidget(plan);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(stack_);
    connect(message_, &MessageBar::acted, this, [this] {
        const auto act = std::exchange(act_, {});
        ownMessage_ = false;
        message_->hide();
        if (act)
            act();
    });
    connect(message_, &MessageBar::closed, this, [this] {
        ownMessage_ = false;
        closed_ = message_->sentence();
        message_->hide();
    });
    connect(&host_.bridge, &SessionBridge::planChanged, this, &PlannerPage::showPlan);
    auto* look = new QTimer(this);
    look->start(kLookAtBase);
    connect(look, &QTimer::timeout, this, [this] {
        if (isVisible() && shown_->open)
            planner_.lookAtBase();
    });
    connectPane();
}

QWidget* PlannerPage::makeHead() {
    auto* head = new QWidget(this);
    head->setFixedHeight(controlHeight(40));
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(16, 0, 16, 0);
    row->setSpacing(6);
    name_ = new TextLabel({}, Type::head, Role::text, head);
    name_->setElided(true);
    state_ = new TextLabel({}, Type::second, Role::text2, head);
    progress_ = new QProgressBar(head);
    progress_->setTextVisible(false);
    progress_->setFixedWidth(96);
    progress_->setRange(0, 1000);
    progress_->setAccessibleName(tr("Progress of the runs"));
    stop_ = headButton(tr("Stop"), head);
    undo_ = new IconButton(Icon::undo, tr("Undo in this plan"), head);
    redo_ = new IconButton(Icon::redo, tr("Redo in this plan"), head);
    advisor_ = headButton(tr("Ask the advisor…"), head);
    thorough_ = headButton(tr("Run thoroughly"), head);
    thorough_->setToolTip(tr("With 39 futures instead of 19"));
    report_ = headButton(tr("Report…"), head);
    report_->setToolTip(tr("Question, verdicts, and all numbers as PDF or HTML"));
    save_ = headButton(tr("Save"), head);
    auto* more = new IconButton(Icon::dots, tr("More for this plan"), head);
    auto* menu = new QMenu(more);
    menu->addAction(tr("Save as…"), this, &PlannerPage::saveAs);
    menu->addAction(tr("Copy the tables"), this, [this] {
        QApplication::clipboard()->setText(results_->toText());
        emit host_.said(tr("Copied as tables"));
    });
    menu->addAction(tr("Run again"), this,
                    [this] { planner_.run(shown_->draft.plan.futures.count); });
    menu->addSeparator();
    menu->addAction(tr("New plan…"), this, &PlannerPage::newPlan);
    menu->addAction(tr("Open a plan…"), this, &PlannerPage::openPlan);
    menu->addAction(tr("Close the plan"), this, &PlannerPage::closePlan);
    row->addWidget(name_);
    row->addWidget(state_);
    row->addStretch(1);
    for (QWidget* each : std::initializer_list<QWidget*>{progress_, stop_, undo_, redo_, advisor_,
                                                         thorough_, report_, save_, more})
        row->addWidget(each);
    connect(more, &QAbstractButton::clicked, menu,
            [more, menu] { menu->popup(more->mapToGlobal(QPoint(0, more->height()))); });
    connect(stop_, &QPushButton::clicked, this, [this] { planner_.stop(); });
    connect(undo_, &QAbstractButton::clicked, this, &PlannerPage::undo);
    connect(redo_, &QAbstractButton::clicked, this, &PlannerPage::redo);
    connect(thorough_, &QPushButton::clicked, this, [this] { planner_.run(kThoroughFutures); });
    connect(report_, &QPushButton::clicked, this, &PlannerPage::chooseReport);
    connect(save_, &QPushButton::clicked, this, &PlannerPage::save);
    connect(advisor_, &QPushButton::clicked, this, &PlannerPage::openAdvisor);
    return head;
}

void PlannerPage::connectPane() {
    connect(pane_, &PlanPane::changeWanted, this,
            [this](const PlanChange& change) { planner_.change(change); });
    connect(pane_, &PlanPane::formWanted, this,
            [this](std::size_t set, std::size_t edit, EditDraft::Kind kind) {
                present(form(set, edit, kind));
            });
    connect(pane_, &PlanPane::usualWanted, this, &PlannerPage::addUsual);
    connect(pane_, &PlanPane::applyWanted, this, &PlannerPage::applySet);
    connect(pane_, &PlanPane::scheduleWanted, this, &PlannerPage::scheduleSet);
    connect(pane_, &PlanPane::runWanted, this,
            [this] { planner_.run(shown_->draft.plan.futures.count); });
    const auto work = [this](std::size_t set) { present(workDialog(set)); };
    connect(pane_, &PlanPane::workWanted, this, work);
    connect(results_, &ResultsPane::workWanted, this, work);
    connect(results_, &ResultsPane::variantWanted, pane_, &PlanPane::addVariant);
}

void PlannerPage::setView(const ViewPtr& view) {
    const DocumentState& document = view->document;
    planner_.compareWith(document.can.journal ? document.file : std::string());
}

bool PlannerPage::standsAlone() const {
    return planner_.view()->open;
}

bool PlannerPage::isUpToDate() const {
    const auto now = planner_.view();
    const bool shown = now == shown_ || (!now->open && !shown_->open);
    return shown && !now->running && !now->advice.running;
}

std::optional<OwnDocument> PlannerPage::ownDocument() const {
    if (!shown_->open)
        return {};
    return OwnDocument{name_->text(), shown_->canUndo, shown_->canRedo,
                       shown_->dirty || shown_->file.empty()};
}

void PlannerPage::undo() {
    planner_.turn(Planner::Turn::undo);
}

void PlannerPage::redo() {
    planner_.turn(Planner::Turn::redo);
}

QString PlannerPage::unsaved() const {
    return planner_.view()->dirty ? tr("The plan has changes that are not saved.") : QString();
}

void PlannerPage::dropUnsaved() {
    planner_.close();
}

int PlannerPage::count(const View&) const {
    return static_cast<int>(shown_->draft.plan.sets.size());
}

void PlannerPage::showPlan() {
    const auto view = planner_.view();
    if (view == shown_)
        return;
    const bool counted = shown_->draft.plan.sets.size() != view->draft.plan.sets.size();
    const auto actsOn = [](const PlanView& of) {
        return std::tuple(of.open, of.canUndo, of.canRedo, of.dirty, of.file);
    };
    const bool acts = actsOn(*shown_) != actsOn(*view);
    shown_ = view;
    stack_->setCurrentIndex(view->open ? 1 : 0);
    if (view->open)
        showOpen(*view);
    if (counted || acts)
        emit host_.changed();
}

void PlannerPage::showOpen(const PlanView& view) {
    const QString file = QFileInfo(qt(view.file)).fileName();
    name_->setText(!view.draft.plan.name.empty() ? qt(view.draft.plan.name)
                   : file.isEmpty()              ? tr("New plan")
                                                 : file);
    const PlanResults* results = view.results.get();
    state_->setText(view.running && results != nullptr && results->drawn
                        ? tr("%1 of %2 futures").arg(results->bands.futures).arg(results->futures)
                    : view.running ? tr("runs…")
                    : view.dirty   ? tr("not saved")
                                   : QString());
    progress_->setVisible(view.running);
    progress_->setValue(static_cast<int>(std::lround(view.done * 1000)));
    stop_->setVisible(view.running);
    undo_->setEnabled(view.canUndo);
    redo_->setEnabled(view.canRedo);
    save_->setEnabled(view.dirty || view.file.empty());
    thorough_->setEnabled(view.draft.plan.futures.count < kThoroughFutures || results == nullptr ||
                          !results->complete);
    report_->setEnabled(results != nullptr && results->complete && !results->sets.empty());
    showMessage(view);
    pane_->setView(view);
    results_->setView(view);
    if (!applyAfter_.empty() && !view.running)
        resumeApply();
}

void PlannerPage::showMessage(const PlanView& view) {
    if (ownMessage_)
        return;
    const bool wrong = !view.problems.empty();
    const Problems& told = wrong ? view.problems : view.warnings;
    const QString sentence = told.empty() ? QString() : refusalText(told);
    if (sentence.isEmpty() || (!wrong && sentence == closed_))
        return message_->hide();
    message_->say(wrong ? Tone::err : Tone::warn, sentence);
}

void PlannerPage::say(Tone tone, const QString& sentence, const QString& action,
                      const std::function<void()>& act) {
    act_ = act;
    ownMessage_ = true;
    message_->say(tone, sentence, action);
}

DialogFrame* PlannerPage::form(std::size_t set, std::size_t edit, EditDraft::Kind kind) {
    if (shown_->scenario == nullptr || set >= shown_->draft.plan.sets.size())
        return nullptr;
    const auto& edits = shown_->draft.plan.sets[set].edits;
    const bool isNew = edit >= edits.size();
    const auto draft =
        isNew ? firstDraft(kind, *shown_->scenario) : draftOf(edits[edit]).value_or(EditDraft());
    auto* dialog = new EditDialog(shown_->scenario, draft, isNew, window());
    connect(dialog, &EditDialog::accepted, this, [this, set, edit, isNew](const PlanEdit& made) {
        PlanChange change{isNew ? PlanChange::Kind::addEdits : PlanChange::Kind::replaceEdit, set,
                          edit};
        change.edits = {made};
        planner_.change(change);
    });
    return dialog;
}

DialogFrame* PlannerPage::workDialog(std::size_t set) {
    if (set >= shown_->draft.plan.sets.size())
        return nullptr;
    return new WorkDialog(host_.bridge, set, qt(shown_->draft.plan.sets[set].name), window());
}

DialogFrame* PlannerPage::dialog(const QString& name) {
    if (name.startsWith(QLatin1String("new-plan:")))
        return newPlanDialog(name.mid(9));
    return name == QLatin1String("new-plan")       ? newPlanDialog()
           : name == QLatin1String("advisor")      ? advisor()
           : name == QLatin1String("plan-answers") ? answers()
           : name == QLatin1String("plan-edit")    ? form(0, kMostEdits, EditDraft::Kind::scale)
           : name == QLatin1String("plan-work")    ? workDialog(0)
                                                   : nullptr;
}

// With a short search for what the form asks at first.
DialogFrame* PlannerPage::answers() {
    if (shown_->draft.plan.sets.empty())
        return nullptr;
    auto* dialog = advisor();
    AdviceRequest request = dialog->request();
    constexpr std::int64_t kFew = 24;
    request.most = kFew;
    planner_.advise(std::move(request));
    return dialog;
}

void PlannerPage::addUsual(std::size_t set, bool failures) {
    if (shown_->scenario == nullptr)
        return;
    const Scenario& base = *shown_->scenario;
    constexpr std::int64_t kTenPercentMore = 1'100;
    PlanChange change{set < shown_->draft.plan.sets.size() ? PlanChange::Kind::addEdits
                                                           : PlanChange::Kind::addSet,
                      set};
    change.name = (failures ? tr("One node fails a week") : tr("Arrivals +10%")).toStdString();
    change.edits = failures ? weeklyFailures(base, endOf(base, shown_->draft.plan.until))
                            : allArrivals(base, kTenPercentMore);
    planner_.change(change);
}

DialogFrame* PlannerPage::newPlanDialog(const QString& file) {
    auto* dialog = new NewPlanDialog(host_.bridge, window());
    if (!file.isEmpty())
        dialog->file()->setText(file);
    connect(dialog, &NewPlanDialog::created, this, [this] {
        emit host_.changed();
        emit host_.pageWanted(this);
    });
    return dialog;
}

void PlannerPage::newPlan() {
    present(newPlanDialog());
}

void PlannerPage::openAdvisor() {
    present(advisor());
}

AdvisorDialog* PlannerPage::advisor() {
    auto* dialog = new AdvisorDialog(host_.bridge, window());
    connect(dialog, &AdvisorDialog::taken, this,
            [this](const QString& name, const TakenAdvice& advice) {
                PlanChange change{PlanChange::Kind::addSet};
                change.name = name.toStdString();
                change.taken = advice;
                planner_.change(change);
                emit host_.said(tr("Taken as a variant"));
            });
    connect(dialog, &AdvisorDialog::said, &host_, &PageHost::said);
    return dialog;
}

void PlannerPage::save() {
    shown_->file.empty() ? saveAs() : saveTo(qt(shown_->file));
}

void PlannerPage::saveAs() {
    auto* dialog = new SaveDialog(window(), tr("Save the plan"), tr("Plans (*.plan.json)"),
                                  QStringLiteral("plan.json"));
    dialog->propose(shown_->draft.plan.name.empty() ? tr("plan", "name of a file")
                                                    : qt(shown_->draft.plan.name),
                    qt(shown_->file.empty() ? shown_->basePath : shown_->file));
    connect(dialog, &QFileDialog::fileSelected, this, &PlannerPage::saveTo);
    dialog->open();
}

void PlannerPage::saveTo(const QString& file) {
    host_.bridge.ask(planner_.save(file.toStdString()), this,
                     [this, file](const Result<void>& saved) {
                         if (saved)
                             emit host_.said(tr("Saved in %1").arg(QFileInfo(file).fileName()));
                         else
                             say(Tone::err, refusalText(saved.error()));
                     });
}

void PlannerPage::chooseReport() {
    auto* dialog = new SaveDialog(window(), tr("Save the report of the plan"),
                                  tr("PDF (*.pdf);;Web page (*.html)"), QStringLiteral("pdf"));
    dialog->propose(shown_->draft.plan.name.empty() ? tr("plan", "name of a file")
                                                    : qt(shown_->draft.plan.name),
                    qt(shown_->file.empty() ? shown_->basePath : shown_->file));
    connect(dialog, &QFileDialog::fileSelected, this, &PlannerPage::saveReport);
    dialog->open();
}

void PlannerPage::saveReport(const QString& file) {
    PlanReportSource source =
        reportSource(shown_->dirty ? std::string() : shown_->file,
                     tr("Apportion %1").arg(QCoreApplication::applicationVersion()).toStdString());
    const auto write = [file](const report::Document& document) -> Result<void> {
        const std::string path = file.toStdString();
        if (file.endsWith(QLatin1String(".html"), Qt::CaseInsensitive))
            return writeOutput(path, report::htmlOf(document));
        // A text document has timers, which only threads of Qt have.
        QString failed;
        const std::unique_ptr<QThread> thread(
            QThread::create([&] { failed = writeReportPdf(document, file); }));
        thread->start();
        thread->wait();
        if (failed.isEmpty())
            return {};
        return tl::unexpected(Problems{
            {{},
             {},
             0,
             0,
             {"not-written",
              {{"name", Value::ofText(path)}, {"detail", Value::ofText(failed.toStdString())}}}}});
    };
    host_.bridge.ask(planner_.report(results_->subject().toStdString(), std::move(source), write),
                     this, [this, file](const Result<void>& saved) {
                         if (saved)
                             emit host_.said(tr("Saved in %1").arg(QFileInfo(file).fileName()));
                         else if (!saved.error().empty())
                             say(Tone::err, refusalText(saved.error()));
                     });
}

void PlannerPage::openPlan() {
    auto* dialog =
        new QFileDialog(window(), tr("Open a plan"), SaveDialog::startFolder(qt(shown_->file)),
                        tr("Plans (*.plan.json *.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, &host_, &PageHost::openWanted);
    dialog->open();
}

void PlannerPage::closePlan() {
    if (!shown_->dirty)
        return planner_.close();
    say(Tone::warn, unsaved(), tr("Close without saving"), [this] { dropUnsaved(); });
}

}  // namespace apportion::ui
