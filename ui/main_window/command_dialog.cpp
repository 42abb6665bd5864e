// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/command_dialog.h"

#include <utility>

#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/change_text.h"
#include "ui/command_runner.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/main_window/trial_model.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

constexpr int kWidth = 760;
constexpr int kTableHeight = 200;

}  // namespace

CommandDialog::CommandDialog(SessionBridge& bridge, CommandRunner& runner,
                             std::vector<CommandRequest> requests, const QString& verb,
                             const QString& about, QWidget* parent)
    : DialogFrame(modeOf(*bridge.view()), parent),
      bridge_(bridge),
      runner_(runner),
      requests_(std::move(requests)),
      changes_(new FactList(this)),
      model_(new TrialModel(this)),
      stack_(new QStackedWidget(this)),
      table_(new TreeView(TreeView::Shape::table, this)),
      nobody_(new EmptyState(Icon::checkCircle, tr("No effect on workloads now"),
                             tr("No workload starts, stops, or gets a new expected start. The "
                                "change applies from now on."),
                             this)) {
    setOpeningWidth(kWidth);
    setHeading(verb);
    auto* what = new TextLabel(about, Type::body, Role::text2, this);
    what->setWordWrap(true);
    table_->setModel(model_);
    table_->setPageMargin(0);
    table_->setAccessibleName(tr("Affected workloads"));
    table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table_->setColumns(
        {{ColumnSpec::fixed, 140, 240}, {ColumnSpec::fit, 50}, {ColumnSpec::stretch, 300}});
    stack_->setFixedHeight(kTableHeight);
    stack_->addWidget(table_);
    stack_->addWidget(nobody_);
    changes_->hide();
    body()->addWidget(what);
    body()->addWidget(changes_);
    body()->addWidget(stack_);
    body()->addStretch(1);
    addCancel();
    apply_ = addPrimary(verb);
    apply_->setEnabled(false);
    apply_->setToolTip(tr("Loading the preview…"));
    connect(apply_, &QPushButton::clicked, this, [this] { apply(0); });
    connect(&bridge_, &SessionBridge::changed, this, &CommandDialog::ask);
    ask();
}

void CommandDialog::ask() {
    const ViewPtr view = bridge_.view();
    const bool same = asked_ && asked_->document.revision == view->document.revision &&
                      asked_->clock / kSecond == view->clock / kSecond;
    if (asking_ || applying_ || same)
        return;
    asking_ = true;
    asked_ = view;
    bridge_.ask(bridge_.session().tryCommand(requests_), this,
                [this](const std::optional<Effect>& trial) {
                    asking_ = false;
                    if (!trial)
                        return reject();
                    present(*trial);
                    ask();  // it may have changed meanwhile
                });
}

void CommandDialog::showChanges(const EntryChanges& changes) {
    QList<Fact> facts;
    for (const EntryChange& each : changes.changes)
        facts.append({changedText(each), changeText(each), Role::text, {}});
    if (changes.more > 0)
        facts.append({tr("and %Ln more", nullptr, static_cast<int>(changes.more)), {}, {}, {}});
    changes_->setFacts(facts);
    changes_->setVisible(!facts.isEmpty());
}

void CommandDialog::present(const Effect& trial) {
    shown_ = true;
    showChanges(trial.changes);
    if (!trial.refusal.empty()) {
        refuse(refusalText(trial.refusal));
        apply_->setEnabled(false);
        apply_->setToolTip(refusalText(trial.refusal));
        return;
    }
    clearRefusal();
    model_->setTrial(trial, *asked_);
    stack_->setCurrentWidget(model_->rowCount() > 0 ? static_cast<QWidget*>(table_) : nobody_);
    const bool hits = trial.hitsAnybody() || !trial.waitsOn.empty();
    setConsequence(trialSummary(trial), hits ? Tone::warn : Tone::neutral);
    apply_->setEnabled(true);
    apply_->setToolTip({});
}

// One after another. What was applied before a refusal stays, and is not applied again.
void CommandDialog::apply(std::size_t step) {
    apply_->setEnabled(false);
    applying_ = step < requests_.size();
    if (!applying_) {
        emit applied();
        return accept();
    }
    runner_.run(requests_[step], this, [this, step](const Result<CommandAnswer>& answer) {
        if (answer)
            return apply(step + 1);
        const QString sentence = refusalText(answer.error());
        refuse(step == 0 ? sentence
                         : tr("%1 of %2 changes are applied. The next one was refused: %3")
                               .arg(step)
                               .arg(requests_.size())
                               .arg(sentence));
        requests_.erase(requests_.begin(), requests_.begin() + static_cast<std::ptrdiff_t>(step));
        applying_ = false;
        apply_->setEnabled(true);
    });
}

}  // namespace apportion::ui
