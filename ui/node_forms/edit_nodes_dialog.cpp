// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/node_forms/edit_nodes_dialog.h"

#include <QBoxLayout>
#include <QPushButton>

#include "core/plan/draft/node_request.h"
#include "core/plan/draft/quota_draft.h"
#include "ui/dialogs/form_rows.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/node_forms/node_choice.h"
#include "ui/node_forms/node_fields.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

EditNodesDialog::EditNodesDialog(SessionBridge& bridge, CommandRunner& runner, const QString& node,
                                 QWidget* parent)
    : DialogFrame(modeOf(*bridge.view()), parent),
      runner_(runner),
      choice_(new NodeChoice(this)),
      trial_(new FormTrial(
          runner, [this] { return wanted(); }, [this](const Effect& trial) { tell(trial); },
          this)) {
    setOpeningWidth(560);
    setHeading(tr("Edit nodes"), qt(bridge.view()->document.name));
    body()->setSpacing(12);
    addFormRow(body(), tr("Nodes"), choice_)->addWidget(choice_, 1);
    fields_ = new NodeFields(body(), this);
    room_ = new TextLabel({}, Type::body, Role::text, this);
    room_->setWordWrap(true);
    body()->addWidget(room_);
    body()->addStretch(1);
    addCancel();
    change_ = addPrimary(tr("Change"));
    change_->setEnabled(false);
    connect(choice_, &QComboBox::currentIndexChanged, this, &EditNodesDialog::takeChoice);
    connect(fields_, &NodeFields::changed, this, &EditNodesDialog::check);
    connect(change_, &QPushButton::clicked, this, &EditNodesDialog::apply);
    bridge.ask(bridge.session().kept(), this,
               [this, name = node.toStdString()](const Project& kept) {
                   filling_ = true;
                   choice_->offer(kept.pool.nodes, name);
                   filling_ = false;
                   takeChoice();
               });
}

bool EditNodesDialog::isUpToDate() const {
    return choice_->chosen() != nullptr && trial_->isUpToDate();
}

// Whichever nodes are looked at: nothing, until they would change.
QByteArray EditNodesDialog::content() const {
    const NodeGroup* group = choice_->chosen();
    const bool changes = group != nullptr && (!NumberField::allReadable(*this) ||
                                              setOf(group->node, fields_->applied(group->node)));
    return changes ? DialogFrame::content() : QByteArray();
}

void EditNodesDialog::takeChoice() {
    const NodeGroup* group = choice_->chosen();
    if (filling_ || group == nullptr)
        return;
    fields_->setNode(group->node);
}

void EditNodesDialog::check() {
    change_->setEnabled(false);
    if (const NodeGroup* group = choice_->chosen())
        fields_->setTotal(
            group->count == 1 || !NumberField::allReadable(*this)
                ? QString()
                : tr("%1 in total")
                      .arg(gpusText(fields_->applied(group->node).gpu * group->count)));
    trial_->changed();
}

std::optional<Change> EditNodesDialog::wanted() {
    const NodeGroup* group = choice_->chosen();
    fields_->clearMistakes();
    if (fields_->tellUnreadable() || group == nullptr) {
        room_->setText({});
        setConsequence({}, Tone::neutral);
        return {};
    }
    auto change = setOf(group->node, fields_->applied(group->node));
    if (!change) {
        room_->setText({});
        setConsequence(tr("No changes."), Tone::neutral);
    }
    return change;
}

void EditNodesDialog::tell(const Effect& trial) {
    const bool may = trial.refusal.empty();
    change_->setEnabled(may);
    room_->setText(may ? roomText(trial) : QString());
    if (may)
        setConsequence(withTrial(tr("Guarantees do not change. You can undo this change."), trial),
                       trial.hitsAnybody() ? Tone::warn : Tone::neutral);
    else
        refuseAt(trial.refusal);
}

// Under the field that it is about, or beside the buttons.
void EditNodesDialog::refuseAt(const Problems& problems) {
    setConsequence({});
    for (const Problem& problem : problems)
        if (!fields_->say(partOf(problem), refusalText({problem})))
            setConsequence(refusalText({problem}), Tone::err);
}

void EditNodesDialog::apply() {
    const NodeGroup* group = choice_->chosen();
    const auto change = wanted();
    if (group == nullptr || !change)
        return;
    change_->setEnabled(false);
    runner_.run({*change}, this,
                [this, name = qt(group->node.name)](const Result<CommandAnswer>& answer) {
                    if (!answer) {
                        refuse(refusalText(answer.error()));
                        return check();
                    }
                    accept();
                    emit changed(name);
                });
}

}  // namespace apportion::ui
