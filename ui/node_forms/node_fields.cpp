// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/node_forms/node_fields.h"

#include <algorithm>
#include <cmath>

#include <QBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>

#include "core/model/bounds.h"
#include "ui/dialogs/form_rows.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/texts.h"
#include "ui/widgets/memory_field.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

NodeFields::NodeFields(QBoxLayout* form, QObject* parent)
    : QObject(parent),
      gpus_(new NumberField(0)),
      type_(new QLineEdit),
      cores_(new NumberField(2)),
      memory_(new MemoryField) {
    type_->setPlaceholderText(tr("H100, or empty"));
    cores_->setRange(0, static_cast<double>(kMostCpuOfNode) / kOneCore);
    cores_->setSuffix(tr(" cores"));
    // 0 = not bounded, as where nothing is said of it.
    for (NumberField* field : std::initializer_list<NumberField*>{cores_, memory_})
        field->setSpecialValueText(tr("not bounded"));
    const auto row = [this, form](NodePart part, const QString& label, QWidget* field) {
        field->setAccessibleName(label);
        field->setFixedWidth(kWidth);
        QHBoxLayout* line = addFormRow(form, label, field);
        TextLabel* hint = addFormHint(line);
        line->addStretch(1);
        rows_.push_back({part, field, addMistakeLine(form)});
        return hint;
    };
    total_ = row(NodePart::gpus, tr("GPUs each"), gpus_);
    row(NodePart::gpuType, tr("GPU type"), type_);
    row(NodePart::cpu, tr("CPU each"), cores_);
    row(NodePart::memory, tr("Memory each"), memory_);
    connect(type_, &QLineEdit::textChanged, this, &NodeFields::changed);
    for (NumberField* field : std::initializer_list<NumberField*>{gpus_, cores_, memory_}) {
        connect(field, &NumberField::valueChanged, this, &NodeFields::changed);
        connect(field, &NumberField::readableChanged, this, &NodeFields::changed);
    }
}

void NodeFields::setNode(const Node& node) {
    {
        const QSignalBlocker quiet(this);
        const Gpu devices = node.gpu / kOneGpu;
        gpus_->setRange(0, static_cast<double>(std::max(devices, kMostGpuOfNode / kOneGpu)));
        gpus_->setValue(static_cast<double>(devices));
        type_->setText(qt(node.gpuType));
        cores_->setValue(static_cast<double>(node.cpu.value_or(0)) / kOneCore);
        memory_->setMemory(node.memory.value_or(0));
    }
    emit changed();
}

Node NodeFields::applied(Node node) const {
    node.gpu = std::llround(gpus_->value()) * kOneGpu;
    node.gpuType = type_->text().trimmed().toStdString();
    node.cpu.reset();
    node.memory.reset();
    if (cores_->value() > 0)
        node.cpu = std::llround(cores_->value() * kOneCore);
    if (memory_->value() > 0)
        node.memory = memory_->memory();
    return node;
}

bool NodeFields::say(NodePart part, const QString& sentence) {
    for (const Row& row : rows_) {
        if (row.part != part)
            continue;
        row.mistake->say(row.mistake->sentence().isEmpty()
                             ? sentence
                             : row.mistake->sentence() + QLatin1Char('\n') + sentence);
        row.field->setProperty("error", true);
        row.field->update();
        return true;
    }
    return false;
}

bool NodeFields::tellUnreadable() {
    bool any = false;
    for (const Row& row : rows_)
        if (const auto* number = qobject_cast<NumberField*>(row.field);
            number != nullptr && !number->isReadable()) {
            any = true;
            if (number->isWrong())
                say(row.part, number->complaint());
        }
    return any;
}

void NodeFields::clearMistakes() {
    for (const Row& row : rows_) {
        const auto* number = qobject_cast<NumberField*>(row.field);
        row.mistake->note(row.field == memory_ ? memory_->note() : QString(), Tone::info);
        row.field->setProperty("error", number != nullptr && number->isWrong());
        row.field->update();
    }
}

void NodeFields::setTotal(const QString& text) {
    total_->setText(text);
}

}  // namespace apportion::ui
