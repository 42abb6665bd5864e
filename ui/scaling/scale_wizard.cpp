// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scaling/scale_wizard.h"

#include <algorithm>

#include <QFileInfo>
#include <QKeyEvent>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/change/command_request.h"
#include "core/change/wall_clock.h"
#include "core/model/number_text.h"
#include "core/model/words.h"
#include "core/plan/draft/quota_draft.h"
#include "core/plan/draft/scale_age.h"
#include "core/plan/draft/scale_plan.h"
#include "ui/command_runner.h"
#include "ui/dialogs/form_draft.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/scaling/apply_page.h"
#include "ui/scaling/effect_page.h"
#include "ui/scaling/gpu_field.h"
#include "ui/scaling/scale_texts.h"
#include "ui/scaling/targets_page.h"
#include "ui/texts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/save_dialog.h"
#include "ui/widgets/steps_band.h"

namespace apportion::ui {

namespace {

constexpr int kWidth = 1080;
constexpr int kBodyHeight = 500;
constexpr int kTableRoom = 140;  // more rows of the tables, where the screen has it
constexpr int kRest = 150;       // ms without a key
constexpr Duration kPictureDelay = 600 * kSecond;
constexpr int kNamed = 3;  // of those that are hit, in a sentence

// At least so high, and as high as the page in it needs: a height that was set would hold for both,
// and a long page be squeezed into it.
class Pages final : public QWidget {
public:
    QSize minimumSizeHint() const override {
        return QWidget::minimumSizeHint().expandedTo({0, kBodyHeight});
    }
    QSize sizeHint() const override { return QWidget::sizeHint().expandedTo({0, kBodyHeight}); }
};

QStringList namesOfHit(const Outlook& outlook) {
    QStringList names;
    for (const ScaleWorkloadEffect& each : outlook.workloads)
        if (each.effect == ScaleEffect::evicted || each.effect == ScaleEffect::fewerReplicas ||
            each.effect == ScaleEffect::moved)
            names << qt(each.workload);
    return names;
}

// Fewer than were shown are no surprise.
bool hitsOthers(const QStringList& shown, const QStringList& hit) {
    return std::any_of(hit.begin(), hit.end(),
                       [&](const QString& each) { return !shown.contains(each); });
}

}  // namespace

ScaleWizard::ScaleWizard(SessionBridge& bridge, QWidget* parent)
    : DialogFrame(modeOf(*bridge.view()), parent),
      bridge_(bridge),
      steps_(new StepsBand({tr("Targets"), tr("Effect"), tr("Apply")})),
      pages_(new Pages),
      targets_(new TargetsPage),
      effect_(new EffectPage),
      apply_(new ApplyPage) {
    setOpeningWidth(kWidth);
    setSpareHeight(kTableRoom);
    setBand(steps_);
    // The one that is shown is all there is: no page scrolls because another one is longer.
    auto* stack = new QVBoxLayout(pages_);
    stack->setContentsMargins(0, 0, 0, 0);
    for (QWidget* page : std::initializer_list<QWidget*>{targets_, effect_, apply_})
        stack->addWidget(page);
    body()->addWidget(pages_, 1);
    addCancel();
    back_ = addButton(tr("Back"));
    next_ = addPrimary({});
    connect(next_, &QPushButton::clicked, this, &ScaleWizard::goNext);
    connect(back_, &QPushButton::clicked, this, &ScaleWizard::goBack);
    connect(targets_, &TargetsPage::targetsChanged, this, [this] {
        checked_ = false;
        clearRefusal();
        updateFoot();
        askCheck();
    });
    connect(targets_, &TargetsPage::readableChanged, this, [this] {
        updateHead();
        updateFoot();
    });
    connect(targets_, &TargetsPage::modeChanged, this, [this] { updateFoot(); });
    connect(apply_, &ApplyPage::wayChanged, this, [this] {
        updateFoot();
        foretellReturn();
    });
    rest_.setSingleShot(true);
    rest_.setInterval(kRest);
    connect(&rest_, &QTimer::timeout, this, &ScaleWizard::askReturn);
    pause_.setSingleShot(true);
    connect(&pause_, &QTimer::timeout, this, &ScaleWizard::renewIfStale);
    connect(&bridge_, &SessionBridge::changed, this, &ScaleWizard::setView);
    turnTo(targetsPage);
}

void ScaleWizard::begin(const ScaleRequest& request, const QString& about) {
    start(request, about, false, targetsPage);
}

void ScaleWizard::beginAt(Page page) {
    start({}, {}, true, page);
}

// Answers may come at once: the goal is set before anything is asked.
void ScaleWizard::start(const ScaleRequest& request, const QString& about, bool propose,
                        Page goal) {
    begun_ = true;
    proposes_ = propose;
    goal_ = goal;
    checked_ = false;
    check_ = {};
    tried_ = {};
    appliesNext_ = false;
    pause_.stop();
    bridge_.session().pause();
    setMode(modeOf(*bridge_.view()));
    targets_->reset();
    apply_->reset();
    targets_->setView(bridge_.view());
    if (request.mode != ScaleMode::refuse)
        targets_->chooseMode(request.mode, request.after);
    targets_->setTargets(request.targets, about);
    clearRefusal();
    turnTo(targetsPage);
    if (!propose)
        return askCheck();
    checking_ = true;
    bridge_.ask(bridge_.session().suggestScale(), this, [this](const ScaleTargets& proposed) {
        checking_ = false;
        targets_->setTargets(proposed);
        askCheck();
    });
}

ScaleWizard::Page ScaleWizard::page() const {
    return page_;
}

void ScaleWizard::setView(const ViewPtr& view) {
    if (!isVisible() || !begun_)
        return;
    if (!view->document.open)
        return reject();
    setMode(modeOf(*view));
    targets_->setView(view);
    renewIfStale();
}

// What is shown stays, and can be gone on with, until what is as of now has come. On the last page
// other work is looked at once more when it is applied.
void ScaleWizard::renewIfStale() {
    if (!isVisible() || !checked_ || checking_ || trying_ || applying_ || pause_.isActive())
        return;
    const ScaleAge age = ageOf(check_, *checkedOn_, *bridge_.view());
    if (age == ScaleAge::changed || (age == ScaleAge::used && page() != applyPage))
        askCheck();
}

void ScaleWizard::askCheck() {
    if (checking_)
        return;  // asked anew with the answer
    checking_ = true;
    asked_.start();
    const ScaleTargets targets = targets_->targets();
    const ViewPtr view = bridge_.view();
    bridge_.ask(bridge_.session().checkScale(targets), this,
                [this, targets, view](const std::optional<ScaleCheck>& check) {
                    checking_ = false;
                    if (!check)
                        return reject();
                    if (targets != targets_->targets())
                        return askCheck();
                    seen_ = view->document.revision;
                    checkedOn_ = view;
                    takeCheck(*check, targets);
                });
}

void ScaleWizard::takeCheck(const ScaleCheck& check, const ScaleTargets& targets) {
    check_ = check;
    checked_ = true;
    targets_->setCheck(check, targets);
    // Nobody but a picture goes on without having said what happens to running work.
    if (proposes_ && goal_ != targetsPage && !check.obstacles.empty() &&
        targets_->mode() == ScaleMode::refuse)
        targets_->chooseMode(ScaleMode::reclaim, kPictureDelay);
    updateHead();
    updateFoot();
    if (page() != targetsPage)
        return askTrial();
    pause_.start(static_cast<int>(asked_.elapsed()));
    if (goal_ > page() && next_->isEnabled())
        goNext();
    else
        goal_ = page();
}

// Of the targets all, whichever level is looked at, and what is typed and not taken yet.
QByteArray ScaleWizard::content() const {
    QByteArray content;
    for (const GpuField* field : targets_->findChildren<GpuField*>())
        if (field->isPending())
            content += field->text().toUtf8();
    for (const auto& [quota, gpu] : targets_->targets())
        content += '\n' + QByteArray::fromStdString(quota) + '=' + QByteArray::number(gpu);
    content += '\n' + QByteArray::number(static_cast<int>(targets_->mode())) + ' ' +
               QByteArray::number(static_cast<qlonglong>(targets_->after()));
    return content + valuesIn(*apply_);
}

ScaleRequest ScaleWizard::request() const {
    return {check_.changes, targets_->mode(), targets_->after()};
}

void ScaleWizard::askTrial() {
    if (trying_) {
        tryAgain_ = true;
        return;
    }
    trying_ = true;
    updateFoot();
    bridge_.ask(bridge_.session().draftScale(request()), this,
                [this](const std::optional<Effect>& effect) {
                    trying_ = false;
                    if (!effect)
                        return reject();
                    if (!(effect->outlook->request == request()))
                        return askTrial();
                    takeEffect(*effect);
                    if (std::exchange(tryAgain_, false))
                        askTrial();
                });
}

void ScaleWizard::takeEffect(const Effect& effect) {
    tried_ = effect;
    pause_.start(static_cast<int>(asked_.elapsed()));
    const QStringList hit = namesOfHit(*effect.outlook);
    const bool isOther = hitsOthers(hit_, hit) || changes_ != allChanges(check_);
    hit_ = hit;
    changes_ = allChanges(check_);
    effect_->setEffect(bridge_.view(), effect);
    apply_->set(bridge_.view(), check_, effect);
    updateFoot();
    foretellReturn();
    if (page() == applyPage && (isOther || !effect.refusal.empty()))
        return leadBack(hit);
    if (std::exchange(appliesNext_, false))
        return run();
    if (goal_ > page() && next_->isEnabled())
        goNext();
    else
        goal_ = page();
}

// What was looked at is not what would be applied: it is looked at again.
void ScaleWizard::leadBack(const QStringList& hit) {
    appliesNext_ = false;
    goal_ = effectPage;
    turnTo(effectPage);
    if (!tried_.refusal.empty())
        return;  // which the page says
    const QString first = QStringList(hit.mid(0, kNamed)).join(QStringLiteral(", "));
    if (hit.isEmpty())
        refuse(
            tr("The pool has changed. Nothing is applied yet, and no workload would be affected "
               "now."));
    else if (hit.size() <= kNamed)
        refuse(tr("The pool has changed. Nothing is applied yet. Affected workloads now: %1.")
                   .arg(first));
    else
        refuse(tr("The pool has changed. Nothing is applied yet. Affected workloads now: %1 and %2 "
                  "more.")
                   .arg(first)
                   .arg(hit.size() - kNamed));
}

// Whom the end of a change for a time will hit, as soon as the moment stands.
void ScaleWizard::foretellReturn() {
    ++foretelling_;
    rest_.start();
}

void ScaleWizard::askReturn() {
    const int question = ++foretelling_;
    if (apply_->way() != ScaleWay::temporary || !apply_->isRight() || check_.changes.empty()) {
        foretold_ = question;
        return apply_->setReturn({});
    }
    bridge_.ask(bridge_.session().tryReturns(command()), this,
                [this, question](const std::optional<ReturnTrials>& trials) {
                    if (question != foretelling_)
                        return;
                    foretold_ = question;
                    apply_->setReturn(trials);
                });
}

void ScaleWizard::turnTo(Page page) {
    page_ = page;
    // The page that is hidden would leave the focus to "Cancel", and Enter with it.
    pages_->setFocus();
    targets_->setVisible(page == targetsPage);
    effect_->setVisible(page == effectPage);
    apply_->setVisible(page == applyPage);
    steps_->setStep(page);
    scrollToTop();
    updateHead();
    updateFoot();
    if (page == targetsPage)
        focusFirst(targets_);
    else if (page == applyPage)
        focusFirst(apply_);
}

void ScaleWizard::goNext() {
    clearRefusal();
    switch (page()) {
        case targetsPage:
            tried_ = {};
            effect_->clear();
            turnTo(effectPage);
            goal_ = std::max(goal_, effectPage);
            return askTrial();
        case effectPage:
            goal_ = applyPage;
            return turnTo(applyPage);
        case applyPage:
            if (apply_->way() == ScaleWay::plan)
                choosePlanFile();
            else
                applyChecked();
            return;
    }
}

void ScaleWizard::goBack() {
    clearRefusal();
    appliesNext_ = false;
    if (page() == targetsPage)
        return;
    goal_ = static_cast<Page>(page() - 1);
    turnTo(goal_);
}

void ScaleWizard::updateHead() {
    const View& view = *bridge_.view();
    const QString pool = view.document.name.empty() ? tr("this pool") : qt(view.document.name);
    setHeading(
        tr("Scale quotas"),
        check_.changes.empty() || !targets_->isReadable()
            ? pool
            : tr("%1 · %2", "a pool, and what changes in it").arg(pool, changesText(check_)));
    for (const ScaleLevel& level : check_.levels)
        for (const ScaleRow& row : level.rows)
            if (row.target != row.now)
                return setDot(
                    scaleName(view, level.parent.empty() ? row.quota : level.parent).colour);
}

// Off for a while, it would hand the focus to "Cancel", and Enter with it.
void ScaleWizard::allowNext(bool allowed) {
    if (!allowed && focusWidget() == next_)
        pages_->setFocus();
    next_->setEnabled(allowed);
    if (allowed && focusWidget() == pages_)
        next_->setFocus(Qt::TabFocusReason);
}

bool ScaleWizard::lacksMode() const {
    return checked_ && targets_->isReadable() && check_.problems.empty() &&
           !check_.obstacles.empty() && targets_->mode() == ScaleMode::refuse;
}

// Enter goes on; where it cannot before a mode is chosen it leads there.
void ScaleWizard::keyPressEvent(QKeyEvent* event) {
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const auto* button = qobject_cast<const QPushButton*>(focusWidget());
    if (isEnter && button == nullptr && page() == targetsPage && lacksMode())
        return targets_->leadToMode();
    DialogFrame::keyPressEvent(event);
}

void ScaleWizard::updateFoot() {
    back_->setVisible(page() != targetsPage);
    const bool blocked = !check_.obstacles.empty() && targets_->mode() == ScaleMode::refuse;
    if (page() == targetsPage) {
        next_->setText(tr("Next: see the effect"));
        const bool readable = targets_->isReadable();
        allowNext(readable && checked_ && !check_.changes.empty() && check_.problems.empty() &&
                  !blocked);
        const int wrong = static_cast<int>(check_.problems.size());
        const int unread = NumberField::countWrong(*targets_);
        if (!readable)
            setConsequence(unread == 0 ? QString() : tr("%Ln problem(s) to fix", nullptr, unread),
                           Tone::err);
        else if (checked_ && wrong > 0)
            setConsequence(tr("%Ln problem(s) to fix", nullptr, wrong), Tone::err);
        else if (checked_ && blocked)
            setConsequence(tr("No changes: choose Wait or Evict, or end the workloads first"),
                           Tone::warn);
        else
            setConsequence(checked_ ? movesText(check_) : tr("Being checked"));
        return;
    }
    const bool tried = hasTrial() && tried_.refusal.empty() && checked_;
    if (page() == effectPage) {
        next_->setText(tr("Next: apply"));
        allowNext(tried);
        // Of all of it: what is said of one workload stands below the table, with its row.
        setConsequence(hasTrial() || check_.changes.empty() ? movesText(check_)
                                                            : tr("Loading the effect…"));
        return;
    }
    const ScaleWay way = apply_->way();
    next_->setText(way == ScaleWay::now         ? tr("Apply")
                   : way == ScaleWay::temporary ? tr("Apply until then")
                   : way == ScaleWay::later     ? tr("Schedule")
                                                : tr("Save as a plan…"));
    allowNext(tried && !applying_ && !appliesNext_ && apply_->isRight());
    if (appliesNext_)
        setConsequence(tr("Checking again on the present pool…"));
    else if (apply_->isRight())
        setConsequence(way == ScaleWay::plan ? tr("No changes now") : movesText(check_));
    else
        setConsequence(tr("%Ln problem(s) to fix", nullptr, 1), Tone::err);
}

bool ScaleWizard::hasTrial() const {
    return tried_.outlook && !tried_.outlook->request.targets.empty() &&
           tried_.outlook->request == request();
}

CommandRequest ScaleWizard::command() const {
    const ScaleRequest wanted = request();
    ScaleQuotas scale{{check_.changes.begin(), check_.changes.end()}, wanted.mode};
    if (wanted.after > 0)
        scale.after = wanted.after;
    if (apply_->way() == ScaleWay::temporary)
        scale.until = apply_->until().toSecsSinceEpoch() * kSecond;
    CommandRequest command{std::move(scale)};
    command.why = apply_->why().toStdString();
    // What was shown: whoever changed one of them since is not overruled.
    if (bridge_.view()->document.can.journal)
        command.seen = seen_;
    return command;
}

// Others may have started meanwhile: who is hit by it was shown, or it is shown before.
void ScaleWizard::applyChecked() {
    if (ageOf(check_, *checkedOn_, *bridge_.view()) == ScaleAge::asShown)
        return run();
    appliesNext_ = true;
    updateFoot();
    if (!trying_)
        askCheck();
}

void ScaleWizard::run() {
    applying_ = true;
    updateFoot();
    if (apply_->way() != ScaleWay::later)
        return run(command(), tr("Scaled: %1").arg(changesText(check_)));
    bridge_.ask(bridge_.session().kept(), this, [this](const Project& project) {
        const auto isTaken = [&](const std::string& name) {
            return std::any_of(project.timetables.begin(), project.timetables.end(),
                               [&](const Timetable& each) { return each.name == name; });
        };
        std::string name;
        for (int i = 1; name.empty() || isTaken(name); ++i)
            name = "scheduled-" + std::to_string(i);
        Timetable::Step step = apply_->step();
        step.sizes = request().targets;
        // Work that is in the way then may not be now.
        if (targets_->chosen() == ScaleMode::reclaim) {
            step.mode = ScaleMode::reclaim;
            step.after = targets_->delay();
        }
        SetTimetable set{name, {}};
        set.steps.emplace_back(std::move(step));
        CommandRequest schedule{std::move(set), apply_->why().toStdString()};
        schedule.seen = project.revision;
        run(std::move(schedule),
            tr("Scheduled in timetable %1: %2").arg(qt(name), changesText(check_)));
    });
}

void ScaleWizard::run(CommandRequest command, const QString& sentence) {
    bridge_.ask(bridge_.session().run(std::move(command)), this,
                [this, sentence](const Result<CommandAnswer>& answer) {
                    applying_ = false;
                    if (!answer)
                        return tell(answer.error());
                    accept();
                    emit applied(sentence);
                });
}

void ScaleWizard::tell(const Problems& problems) {
    refuse(refusalText(problems));
    checked_ = false;
    updateFoot();
    askCheck();
}

void ScaleWizard::choosePlanFile() {
    auto* dialog = new SaveDialog(this, tr("Save as a plan"), tr("Plans (*.plan.json)"),
                                  QStringLiteral("plan.json"));
    dialog->propose(qt(planFileName(request().targets)), qt(bridge_.view()->document.file));
    connect(dialog, &QFileDialog::fileSelected, this, &ScaleWizard::savePlanTo);
    dialog->open();
}

void ScaleWizard::savePlanTo(const QString& file) {
    applying_ = true;
    updateFoot();
    bridge_.ask(bridge_.session().saveScaleAsPlan(request(), file.toStdString()), this,
                [this, file](const Result<void>& answer) {
                    applying_ = false;
                    if (!answer)
                        return tell(answer.error());
                    accept();
                    emit planSaved(file);
                });
}

}  // namespace apportion::ui
