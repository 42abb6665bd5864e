// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preemption/preemption_dialog.h"

#include <algorithm>

#include <QBoxLayout>
#include <QCheckBox>
#include <QPushButton>

#include "core/change/command_request.h"
#include "ui/command_runner.h"
#include "ui/dialogs/form_draft.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/preemption/hit_list.h"
#include "ui/preemption/policy_form.h"
#include "ui/preemption/policy_texts.h"
#include "ui/preemption/try_row.h"
#include "ui/rule_sentence.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/sentence_box.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr auto kSoon = std::chrono::milliseconds(150);
constexpr int kHitRoom = 180;  // of the table of whom it could hit, where the screen has it

QString titleOf(PreemptionLevel level) {
    return level == PreemptionLevel::self ? PreemptionDialog::tr("Self-level preemption")
                                          : PreemptionDialog::tr("Child-level preemption");
}

QString placeOf(const View& view, const QuotaRow& row) {
    const QString gpus = gpusText(row.numbers.guaranteed);
    if (row.parent < 0)
        return PreemptionDialog::tr("%1 · %2", "quota, its GPUs").arg(qt(row.name), gpus);
    const QuotaRow& parent = view.quotas[static_cast<std::size_t>(row.parent)];
    return PreemptionDialog::tr("%1 · child of %2 · %3", "quota, its parent, its GPUs")
        .arg(qt(row.name), qt(parent.name), gpus);
}

}  // namespace

PreemptionDialog::PreemptionDialog(SessionBridge& bridge, CommandRunner& runner,
                                   PreemptionLevel level, const QString& quota, QWidget* parent)
    : DialogFrame(modeOf(*bridge.view()), parent),
      bridge_(bridge),
      runner_(runner),
      level_(level),
      quota_(quota),
      present_(presentChoice({}, level)) {
    build();
    soon_.setSingleShot(true);
    soon_.setInterval(kSoon);
    connect(&soon_, &QTimer::timeout, this, &PreemptionDialog::ask);
    connect(&bridge_, &SessionBridge::changed, this, &PreemptionDialog::setView);
    setView(bridge_.view());
    ask();
}

void PreemptionDialog::build() {
    onOffText_ = new TextLabel({}, Type::name, Role::text, this);
    onOff_ = new QCheckBox(this);
    onOff_->setProperty("kind", "switch");
    onOff_->setAccessibleName(titleOf(level_));
    auto* corner = new QWidget(this);
    auto* row = new QHBoxLayout(corner);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(onOffText_);
    row->addWidget(onOff_);
    setCorner(corner);

    form_ = new PolicyForm(level_, this);
    sentence_ = new SentenceBox(this);
    hits_ = new HitList(level_, this);
    setSpareHeight(kHitRoom);
    try_ = new TryRow(quota_, this);
    markAsView(try_);
    body()->setSpacing(8);
    QMargins around = body()->contentsMargins();
    around.setTop(8);
    around.setBottom(0);  // the trial stands below
    body()->setContentsMargins(around);
    body()->addWidget(form_);
    body()->addWidget(sentence_);
    body()->addWidget(hits_, 1);
    setOutcome(try_);

    what_ = addButton(tr("What would happen…"));
    what_->setCheckable(true);
    markAsView(what_);
    addCancel();
    apply_ = addPrimary(tr("Apply"));
    connect(onOff_, &QCheckBox::toggled, this, &PreemptionDialog::edited);
    connect(form_, &PolicyForm::changed, this, &PreemptionDialog::edited);
    connect(form_, &PolicyForm::repairChosen, this, &PreemptionDialog::mend);
    connect(try_, &TryRow::changed, this, &PreemptionDialog::edited);
    connect(what_, &QPushButton::toggled, hits_, &HitList::showTrial);
    connect(apply_, &QPushButton::clicked, this, &PreemptionDialog::apply);
    form_->strip()->setFocus();
}

const QuotaRow* PreemptionDialog::row() const {
    const auto& quotas = bridge_.view()->quotas;
    const auto found = std::find_if(quotas.begin(), quotas.end(), [this](const QuotaRow& each) {
        return each.name == quota_.toStdString();
    });
    return found == quotas.end() ? nullptr : &*found;
}

void PreemptionDialog::setView(const ViewPtr& view) {
    const QuotaRow* here = row();
    if (!here)
        return;
    setMode(modeOf(*view));
    setDot(here->colour);
    setHeading(titleOf(level_), placeOf(*view, *here));
    form_->setGuaranteed(here->numbers.guaranteed);
    try_->setMost(static_cast<int>(view->key.capacity / kOneGpu));
    const PreemptionChoice now = presentChoice(here->policy, level_);
    if (!taken_) {
        takePresent(*here);
    } else if (now != present_) {
        // Somebody else set it meanwhile: what is being edited stays, and is compared with that.
        present_ = now;
        showFooter();
    }
    // The clock goes on, or the pool has changed: the answer is about the past.
    if (view->clock != clock_ && !soon_.isActive())
        soon_.start();
}

void PreemptionDialog::takePresent(const QuotaRow& row) {
    taken_ = true;
    present_ = presentChoice(row.policy, level_);
    const PreemptionChoice shown = isOn(present_) ? present_ : firstChoice(level_);
    const QSignalBlocker quiet(onOff_);
    onOff_->setChecked(isOn(present_));
    form_->setChoice(shown);
    // There is seldom anybody who waits for it at the moment, so one is imagined.
    try_->setArrival(firstArrival(shown, row.numbers.guaranteed, bridge_.view()->key.capacity),
                     true);
    edited();
}

PreemptionChoice PreemptionDialog::choice() const {
    return onOff_->isChecked() ? form_->choice() : presentChoice({}, level_);
}

bool PreemptionDialog::isOnNow() const {
    return onOff_->isChecked();
}

void PreemptionDialog::edited() {
    onOffText_->setText(isOnNow() ? tr("On", "a policy") : tr("Off", "a policy"));
    form_->setEnabled(isOnNow());
    clearRefusal();
    if (isOnNow() && !form_->isReadable())
        withdrawUnread();
    soon_.start();
    showFooter();
}

void PreemptionDialog::mend(const PreemptionChoice& choice) {
    if (isOn(choice))
        form_->setChoice(choice);
    else
        onOff_->setChecked(false);
    edited();
    ask();
}

void PreemptionDialog::ask() {
    soon_.stop();
    clock_ = bridge_.view()->clock;
    const int number = ++asked_;
    bridge_.ask(bridge_.session().draftPolicy({quota_.toStdString(), choice(), try_->arrival()}),
                this, [this, number](std::optional<PolicyAnswer> answer) {
                    // Only the last question counts.
                    if (number != asked_)
                        return;
                    answered_ = number;
                    take(std::move(answer));
                });
}

bool PreemptionDialog::isUpToDate() const {
    return answered_ == asked_ && !soon_.isActive();
}

void PreemptionDialog::take(std::optional<PolicyAnswer> answer) {
    answer_ = std::move(answer);
    if (answer_) {
        showAnswer();
    } else {
        refuse(tr("Quota %1 no longer exists.").arg(quota_));
        hits_->setNothing(tr("none: the quota is deleted"));
    }
    showFooter();
}

void PreemptionDialog::showAnswer() {
    const PolicyAnswer& now = *answer_;
    form_->setProblems(now.problems);
    form_->setUses(now.modules, bridge_.view()->document.rests());
    const Rule rule = level_ == PreemptionLevel::self ? Rule::selfLevel : Rule::childLevel;
    if (now.problems.empty() && form_->isReadable()) {
        sentence_->read(policySentence(now.sentence), tr("Rule\u00a0%1").arg(number(rule)),
                        ruleSentence(rule));
        hits_->setAnswer(now, isOnNow(), *bridge_.view());
        try_->setTrial(now.tried, TimeText(bridge_.view()->document.epoch), choice());
        return;
    }
    // What cannot be read comes first: the problems are of what was written before it.
    if (!form_->isReadable())
        withdrawUnread();
    else
        withdraw(messageText(now.problems.front().why.value_or(now.problems.front().message)));
}

// Who has begun to write two priorities has done nothing wrong yet.
void PreemptionDialog::withdrawUnread() {
    withdraw(tr("The text is not a priority."));
    if (form_->unreadable() == 0)
        sentence_->read(tr("Write one priority from 1 to 9, or two with a dash between them."));
}

void PreemptionDialog::withdraw(const QString& why) {
    sentence_->refuse(why);
    hits_->setNothing(tr("appears when the policy is valid"));
    try_->setTrial(std::nullopt, {}, choice());
}

void PreemptionDialog::showFooter() {
    const int problems = isOnNow() ? form_->problemCount() : 0;
    const bool valid = answer_ && problems == 0 && (!isOnNow() || form_->isReadable());
    const bool same = choice() == present_;
    const int evicted =
        valid ? static_cast<int>(victimsOf(answer_->applied).size() + answer_->applied.moved.size())
              : 0;
    what_->setEnabled(valid);
    apply_->setEnabled(valid && !same && !applying_);
    apply_->setToolTip(!valid ? QString() : same ? tr("No changes.") : QString());
    if (applying_)
        setConsequence(tr("Applying…"));
    else if (problems > 0)
        setConsequence(tr("%Ln problem(s) to fix before it can be applied", nullptr, problems),
                       Tone::err);
    else if (isOnNow() && !form_->isReadable())
        setConsequence(tr("The priorities are not complete yet."));
    else if (evicted > 0)
        setConsequence(tr("Evicts %Ln running workload(s) immediately, for waiting workloads.",
                          nullptr, evicted),
                       Tone::warn);
    else if (valid && !answer_->applied.evicted.empty())
        setConsequence(tr("Evicts replicas of elastic workloads, for waiting workloads."),
                       Tone::warn);
    else
        setConsequence(tr("This change does not evict running workloads. You can undo it."));
}

void PreemptionDialog::apply() {
    applying_ = true;
    showFooter();
    runner_.run({changeOf({quota_.toStdString(), choice(), {}})}, this,
                [this](const Result<CommandAnswer>& answer) {
                    applying_ = false;
                    if (answer) {
                        emit applied(quota_);
                        accept();
                        return;
                    }
                    refuse(refusalText(answer.error()));
                    showFooter();
                });
}

}  // namespace apportion::ui
