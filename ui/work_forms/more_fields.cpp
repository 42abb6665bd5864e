// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work_forms/more_fields.h"

#include <algorithm>
#include <cmath>

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>

#include "core/model/bounds.h"
#include "ui/dialogs/field_mistakes.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/texts.h"
#include "ui/widgets/duration_field.h"
#include "ui/widgets/memory_field.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kMoreFieldsMostMinutes = 1'000'000;
constexpr std::optional<bool> kPreemptible[] = {std::nullopt, true, false};

// Nothing said while it is 0, which reads as those words.
void mayBeLeftOut(NumberField* box, const QString& name, const QString& unit,
                  const QString& words) {
    box->setSuffix(unit);
    box->setSpecialValueText(words);
    box->setAccessibleName(name);
}

}  // namespace

MoreFields::MoreFields(const std::vector<std::string>& gpuTypes, QWidget* parent)
    : QWidget(parent),
      grid_(new QGridLayout(this)),
      least_(new NumberField(0, this)),
      type_(new QComboBox(this)),
      cpu_(new NumberField(2, this)),
      memory_(new MemoryField(this)),
      checkpoint_(new DurationField(DurationField::Unit::minutes, this)),
      preemptible_(new Segmented(tr("Preemptible"), this)),
      preemptibleHint_(new TextLabel({}, Type::second, Role::text2, this)),
      idle_(new QCheckBox(tr("Background workload"), this)) {
    least_->setRange(0, kMostReplicas);
    mayBeLeftOut(least_, tr("Minimum replicas"), {}, tr("all of them"));
    cpu_->setRange(0, static_cast<double>(kMostCpu) / kOneCore);
    mayBeLeftOut(cpu_, tr("CPU of one replica"), tr(" cores"), tr("not asked for"));
    mayBeLeftOut(memory_, tr("Memory of one replica"), {}, tr("not asked for"));
    checkpoint_->setRange(0, kMoreFieldsMostMinutes);
    mayBeLeftOut(checkpoint_, tr("Checkpoint every"), {}, tr("none"));
    // Typed too: not everybody is told of the whole pool.
    type_->setEditable(true);
    type_->setInsertPolicy(QComboBox::NoInsert);
    type_->setAccessibleName(tr("GPU type"));
    for (const std::string& each : gpuTypes)
        type_->addItem(qt(each));
    type_->setCurrentIndex(-1);
    type_->lineEdit()->setPlaceholderText(tr("any"));
    type_->lineEdit()->setAccessibleName(tr("GPU type"));
    idle_->setAccessibleName(idle_->text());
    preemptible_->addSegment(tr("By its kind"));
    preemptible_->addSegment(tr("Yes"));
    preemptible_->addSegment(tr("No"));

    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setHorizontalSpacing(8);
    grid_->setVerticalSpacing(8);
    grid_->setColumnStretch(1, 1);
    int row = 0;
    const auto addMistake = [&](int& at) {
        mistakes_.push_back(new MistakeLine(this));
        grid_->addWidget(mistakes_.back(), at++, 1, 1, 2);
    };
    // Below each row what is wrong with it.
    const auto line = [&](const QString& label, QWidget* field, QWidget* hint,
                          Qt::Alignment alignment = {}) {
        auto* text = new TextLabel(label, Type::body, Role::text2, this);
        text->setBuddy(field);
        grid_->addWidget(text, row, 0);
        grid_->addWidget(field, row, 1, alignment);
        grid_->addWidget(hint, row, 2);
        ++row;
        addMistake(row);
    };
    const auto hint = [this](const QString& text) {
        return new TextLabel(text, Type::second, Role::text2, this);
    };
    line(tr("Minimum replicas"), least_, hint(tr("starts with this number, then grows")));
    line(tr("GPU type"), type_, hint(tr("only on this one")));
    auto* memory = new QWidget(this);
    auto* pair = new QHBoxLayout(memory);
    pair->setContentsMargins(8, 0, 0, 0);
    pair->setSpacing(8);
    auto* name = new TextLabel(tr("Memory"), Type::body, Role::text2, memory);
    name->setBuddy(memory_);
    pair->addWidget(name);
    pair->addWidget(memory_, 1);
    pair->addWidget(hint(tr("of one replica")));
    line(tr("CPU"), cpu_, memory);
    addMistake(row);
    line(tr("Checkpoint every"), checkpoint_, hint(tr("an eviction loses only later work")));
    line(tr("Preemptible"), preemptible_, preemptibleHint_, Qt::AlignLeft);
    line(tr("Background"), idle_, hint(tr("runs only on free GPUs, evicted first")), Qt::AlignLeft);

    for (NumberField* box :
         std::initializer_list<NumberField*>{least_, cpu_, memory_, checkpoint_}) {
        connect(box, &NumberField::valueChanged, this, &MoreFields::edited);
        connect(box, &NumberField::readableChanged, this, &MoreFields::readableChanged);
    }
    connect(type_, &QComboBox::currentTextChanged, this, &MoreFields::edited);
    connect(preemptible_, &Segmented::currentChanged, this, &MoreFields::edited);
    connect(idle_, &QCheckBox::toggled, this, &MoreFields::edited);
}

void MoreFields::fill(Workload& work) const {
    if (least_->value() > 0)
        work.minReplicas = static_cast<int>(least_->value());
    work.gpuType = type_->currentText().trimmed().toStdString();
    work.request.cpu = std::llround(cpu_->value() * kOneCore);
    work.request.memory = memory_->memory();
    if (checkpoint_->value() > 0)
        work.checkpoint = checkpoint_->duration();
    work.idle = idle_->isChecked();
    // Idle work gives way whatever it says of itself.
    if (!work.idle)
        work.preemptible = kPreemptible[preemptible_->currentIndex()];
}

void MoreFields::fillLike(const SubmitWork& work) {
    least_->setValue(work.minReplicas.value_or(0));
    type_->setEditText(qt(work.gpuType));
    cpu_->setValue(static_cast<double>(work.cpu.value_or(0)) / kOneCore);
    memory_->setMemory(work.memory.value_or(0));
    checkpoint_->setDuration(work.checkpoint.value_or(0));
    preemptible_->setCurrentIndex(static_cast<int>(
        std::find(std::begin(kPreemptible), std::end(kPreemptible), work.preemptible) -
        std::begin(kPreemptible)));
    idle_->setChecked(work.idle);
}

void MoreFields::follow(const Workload& work) {
    preemptible_->setEnabled(!work.idle);
    preemptibleHint_->setText(work.idle              ? tr("background workloads are evicted first")
                              : work.isPreemptible() ? tr("can be evicted by a reclaim")
                                                     : tr("only preemption policies can evict it"));
}

QString MoreFields::summary() const {
    QStringList said;
    if (least_->value() > 0)
        said << tr("at least %Ln replica(s)", nullptr, static_cast<int>(least_->value()));
    if (const QString type = type_->currentText().trimmed(); !type.isEmpty())
        said << tr("only %1", "a GPU type").arg(type);
    if (cpu_->value() > 0)
        said << tr("CPU %1", "an amount with its unit").arg(cpu_->text());
    if (memory_->value() > 0)
        said << tr("memory %1", "an amount with its unit").arg(memory_->text());
    if (checkpoint_->value() > 0)
        said << tr("checkpoint every %1", "a time with its unit").arg(checkpoint_->text());
    if (idle_->isChecked())
        said << tr("background");
    else if (const auto chosen = kPreemptible[preemptible_->currentIndex()])
        said << (*chosen ? tr("preemptible") : tr("not preemptible"));
    return said.isEmpty()
               ? tr("elastic, GPU type, CPU, memory, checkpoint, preemptible, background")
               : said.join(QStringLiteral(" · "));
}

DraftFields MoreFields::fields() const {
    return {{"minReplicas", least_}, {"gpuType", type_},          {"cpu", cpu_},
            {"memory", memory_},     {"checkpoint", checkpoint_}, {"preemptible", preemptible_},
            {"idle", idle_}};
}

void MoreFields::addTo(FieldMistakes& mistakes) const {
    std::size_t line = 0;
    for (const auto& [name, field] : fields())
        mistakes.add(name, field, mistakes_[line++]);
}

QString MoreFields::memoryNote() const {
    return memory_->note();
}

int MoreFields::labelWidth() const {
    int widest = 0;
    for (int row = 0; row < grid_->rowCount(); ++row)
        if (const QLayoutItem* label = grid_->itemAtPosition(row, 0))
            widest = std::max(widest, label->sizeHint().width());
    return widest;
}

void MoreFields::setLabelWidth(int width) {
    grid_->setColumnMinimumWidth(0, width);
}

}  // namespace apportion::ui
