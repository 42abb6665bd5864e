// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/node_forms/add_nodes_dialog.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QPushButton>

#include "core/plan/draft/node_request.h"
#include "ui/command_runner.h"
#include "ui/dialogs/form_rows.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/node_forms/node_fields.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kAddedNodesMost = 100'000;

}  // namespace

AddNodesDialog::AddNodesDialog(CommandRunner& runner, const ViewPtr& view, const NodeGroup& first,
                               QWidget* parent)
    : DialogFrame(modeOf(*view), parent),
      runner_(runner),
      view_(view),
      proposed_(qt(first.node.name)) {
    name_ = new QLineEdit(qt(first.node.name));
    count_ = new NumberField(0);
    count_->setRange(1, kAddedNodesMost);
    count_->setValue(first.count);
    setOpeningWidth(560);
    setHeading(tr("Add nodes"), qt(view->document.name));
    body()->setSpacing(12);
    const auto row = [this](const QString& label, QWidget* field, const QString& hint = {}) {
        field->setAccessibleName(label);
        field->setFixedWidth(NodeFields::kWidth);
        QHBoxLayout* line = addFormRow(body(), label, field);
        TextLabel* text = addFormHint(line);
        text->setText(hint);
        line->addStretch(1);
        return text;
    };
    names_ = row(tr("Name"), name_);
    nameMistake_ = addMistakeLine(body());
    row(tr("Nodes"), count_, tr("all alike"));
    countMistake_ = addMistakeLine(body());
    fields_ = new NodeFields(body(), this);
    fields_->setNode(first.node);
    addCancel();
    add_ = addPrimary(tr("Add"));
    connect(count_, &NumberField::valueChanged, this, &AddNodesDialog::proposeName);
    connect(name_, &QLineEdit::textChanged, this, &AddNodesDialog::check);
    connect(count_, &NumberField::valueChanged, this, &AddNodesDialog::check);
    connect(count_, &NumberField::readableChanged, this, &AddNodesDialog::check);
    connect(fields_, &NodeFields::changed, this, &AddNodesDialog::check);
    connect(add_, &QPushButton::clicked, this, &AddNodesDialog::apply);
    name_->selectAll();
    name_->setFocus();
    check();
}

NodeGroup AddNodesDialog::wanted() const {
    NodeGroup group;
    group.node.name = name_->text().trimmed().toStdString();
    group.node = fields_->applied(group.node);
    group.count = static_cast<int>(count_->value());
    return group;
}

// One node goes on where the pool's end, several have a name of their own; a name that somebody
// typed stays.
void AddNodesDialog::proposeName() {
    if (name_->text() != proposed_)
        return;
    proposed_ = qt(nextNodes(view_->nodes, static_cast<int>(count_->value())).node.name);
    name_->setText(proposed_);
}

void AddNodesDialog::check() {
    const NodeGroup group = wanted();
    const QString name = qt(group.node.name);
    const int question = ++asked_;
    clearMistakes();
    bool wrong = fields_->tellUnreadable();
    if (count_->isWrong())
        say(NodePart::count, count_->complaint());
    wrong = wrong || !count_->isReadable();
    // Of the numbers before it nothing holds.
    names_->setText(wrong || name.isEmpty() || group.count == 1
                        ? QString()
                        : tr("%1-1 to %1-%2").arg(name).arg(group.count));
    fields_->setTotal(wrong ? QString()
                            : tr("%1 in total").arg(gpusText(group.node.gpu * group.count)));
    if (name.isEmpty())
        wrong = say(NodePart::name, tr("Nodes need a name."));
    // Said while one types, however long the pool takes to answer.
    else if (const auto taken = wrong ? std::nullopt : takenName(view_->nodes, group))
        wrong = say(NodePart::name, refusalText({{{}, {}, 0, 0, *taken, false}}));
    if (wrong) {
        answered_ = question;
        add_->setEnabled(false);
        return setConsequence({});
    }
    runner_.tryOut({CreateNodes{group}}, this, [this, question](const Effect& trial) {
        if (question == asked_)
            tell(trial);
    });
}

void AddNodesDialog::clearMistakes() {
    fields_->clearMistakes();
    nameMistake_->clear();
    countMistake_->clear();
    name_->setProperty("error", false);
    count_->setProperty("error", count_->isWrong());
    name_->update();
    count_->update();
}

// Where it belongs; what is about no field, beside the buttons.
bool AddNodesDialog::say(NodePart part, const QString& sentence) {
    if (part == NodePart::name || part == NodePart::count) {
        QWidget* field = part == NodePart::name ? static_cast<QWidget*>(name_) : count_;
        (part == NodePart::name ? nameMistake_ : countMistake_)->say(sentence);
        field->setProperty("error", true);
        field->update();
    } else if (!fields_->say(part, sentence)) {
        setConsequence(sentence, Tone::err);
    }
    return true;
}

void AddNodesDialog::tell(const Effect& trial) {
    answered_ = asked_;
    clearMistakes();
    add_->setEnabled(trial.refusal.empty());
    if (trial.refusal.empty())
        return setConsequence(
            withTrial(tr("Guarantees do not change. Quotas can borrow the new GPUs."), trial),
            trial.hitsAnybody() ? Tone::warn : Tone::neutral);
    setConsequence({});
    for (const Problem& problem : trial.refusal)
        say(partOf(problem), refusalText({problem}));
}

void AddNodesDialog::apply() {
    const NodeGroup group = wanted();
    runner_.run({CreateNodes{group}}, this, [this, group](const Result<CommandAnswer>& answer) {
        if (!answer)
            return refuse(refusalText(answer.error()));
        accept();
        emit added(group.count, group.node.gpu * group.count);
    });
}

}  // namespace apportion::ui
