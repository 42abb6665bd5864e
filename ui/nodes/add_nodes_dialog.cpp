// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/nodes/add_nodes_dialog.h"

#include <cmath>

#include <QBoxLayout>
#include <QLineEdit>
#include <QPushButton>

#include "core/session/draft/node_request.h"
#include "ui/command_runner.h"
#include "ui/dialogs/form_rows.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/memory_field.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kFieldWidth = 168;
constexpr int kMostNodes = 100'000;
constexpr int kMostPerNode = 1024;
constexpr int kMostCores = 100'000;

NumberField* spin(int least, int most, int value) {
    auto* box = new NumberField(0);
    box->setRange(least, most);
    box->setValue(value);
    box->setFixedWidth(kFieldWidth);
    return box;
}

// 0 = not bounded, as where nothing is said of it.
template <typename Box>
Box* bound(Box* box) {
    box->setSpecialValueText(AddNodesDialog::tr("not bounded"));
    box->setFixedWidth(kFieldWidth);
    return box;
}

}  // namespace

AddNodesDialog::AddNodesDialog(CommandRunner& runner, const ViewPtr& view, const NodeGroup& first,
                               QWidget* parent)
    : DialogFrame(modeOf(*view), parent),
      runner_(runner),
      view_(view),
      proposed_(qt(first.node.name)) {
    name_ = new QLineEdit(qt(first.node.name));
    name_->setFixedWidth(kFieldWidth);
    count_ = spin(1, kMostNodes, first.count);
    gpus_ = spin(0, kMostPerNode, static_cast<int>(first.node.gpu / kOneGpu));
    type_ = new QLineEdit(qt(first.node.gpuType));
    type_->setFixedWidth(kFieldWidth);
    type_->setPlaceholderText(tr("H100, or empty"));
    cores_ = bound(new NumberField(2));
    cores_->setRange(0, kMostCores);
    cores_->setSuffix(tr(" cores"));
    cores_->setValue(static_cast<double>(first.node.cpu.value_or(0)) / kOneCore);
    memory_ = bound(new MemoryField);
    memory_->setMemory(first.node.memory.value_or(0));
    setOpeningWidth(560);
    setHeading(tr("Add nodes"), qt(view->document.name));
    body()->setSpacing(12);
    const auto row = [this](const QString& label, QWidget* field, const QString& hint = {}) {
        field->setAccessibleName(label);
        QHBoxLayout* line = addFormRow(body(), label, field);
        TextLabel* text = addFormHint(line);
        text->setText(hint);
        line->addStretch(1);
        return text;
    };
    names_ = row(tr("Name"), name_);
    mistake_ = addMistakeLine(body());
    row(tr("Nodes"), count_, tr("all alike"));
    total_ = row(tr("GPUs each"), gpus_);
    row(tr("GPU type"), type_);
    row(tr("CPU each"), cores_);
    row(tr("Memory each"), memory_);
    addCancel();
    add_ = addPrimary(tr("Add"));
    connect(count_, &NumberField::valueChanged, this, &AddNodesDialog::proposeName);
    for (QLineEdit* field : {name_, type_})
        connect(field, &QLineEdit::textChanged, this, &AddNodesDialog::check);
    for (NumberField* field : std::initializer_list<NumberField*>{count_, gpus_, cores_, memory_}) {
        connect(field, &NumberField::valueChanged, this, &AddNodesDialog::check);
        connect(field, &NumberField::readableChanged, this, &AddNodesDialog::check);
    }
    connect(add_, &QPushButton::clicked, this, &AddNodesDialog::apply);
    name_->selectAll();
    name_->setFocus();
    check();
}

NodeGroup AddNodesDialog::wanted() const {
    NodeGroup group;
    group.node.name = name_->text().trimmed().toStdString();
    group.node.gpu = std::llround(gpus_->value()) * kOneGpu;
    group.node.gpuType = type_->text().trimmed().toStdString();
    if (cores_->value() > 0)
        group.node.cpu = std::llround(cores_->value() * kOneCore);
    if (memory_->value() > 0)
        group.node.memory = memory_->memory();
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
    names_->setText(name.isEmpty() || group.count == 1
                        ? QString()
                        : tr("%1-1 to %1-%2").arg(name).arg(group.count));
    total_->setText(tr("%1 in all").arg(gpusText(group.node.gpu * group.count)));
    const int question = ++asked_;
    const auto tell = [this, question](const QString& mistake, const CommandTrial& trial = {}) {
        answered_ = question;
        mistake_->say(mistake);
        name_->setProperty("error",
                           !mistake.isEmpty() && NumberField::complaintIn(*this).isEmpty());
        name_->update();
        add_->setEnabled(mistake.isEmpty());
        setConsequence(
            mistake.isEmpty()
                ? withTrial(tr("No guarantee changes: the new GPUs are lent until you scale."),
                            trial)
                : QString(),
            trial.hitsAnybody() ? Tone::warn : Tone::neutral);
    };
    if (const QString wrong = NumberField::complaintIn(*this); !wrong.isEmpty())
        return tell(wrong);
    if (name.isEmpty())
        return tell(tr("Nodes need a name."));
    runner_.tryOut(addNodesRequest(group), this, [this, question, tell](const CommandTrial& trial) {
        if (question != asked_)
            return;
        tell(trial.refusal.empty() ? QString() : refusalText(trial.refusal), trial);
    });
}

void AddNodesDialog::apply() {
    const NodeGroup group = wanted();
    runner_.run(addNodesRequest(group), this, [this, group](const Result<CommandAnswer>& answer) {
        if (!answer)
            return refuse(refusalText(answer.error()));
        accept();
        emit added(group.count, group.node.gpu * group.count);
    });
}

}  // namespace apportion::ui
