// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work_forms/preset_chips.h"

#include <utility>

#include <QHBoxLayout>
#include <QLocale>

#include "ui/texts.h"
#include "ui/widgets/chip.h"

namespace apportion::ui {

namespace {

constexpr int kBetweenChips = 8;
constexpr int kLongestName = 120;  // pixels

QString titleOf(const SubmitPreset& preset, const QFontMetrics& metrics) {
    using Of = SubmitPreset::Of;
    switch (preset.of) {
        case Of::workload:
            return PresetChips::tr("Like %1", "a workload")
                .arg(metrics.elidedText(qt(preset.name), Qt::ElideMiddle, kLongestName));
        case Of::running:
            return PresetChips::tr("Like %1 running", "a number of workloads")
                .arg(QLocale().toString(preset.count));
        case Of::notebook:
            return PresetChips::tr("Notebook");
        case Of::service:
            return PresetChips::tr("Service", "inference");
    }
    return {};
}

// "8 GPUs × 2, priority 9".
QString shapeText(const SubmitWork& work) {
    return PresetChips::tr("%1 × %2, priority %3", "GPUs of a replica, replicas")
        .arg(gpusText(work.gpu), QLocale().toString(work.replicas),
             QLocale().toString(work.priority));
}

QString aboutText(const SubmitPreset& preset) {
    using Of = SubmitPreset::Of;
    const QString shape = shapeText(preset.work);
    switch (preset.of) {
        case Of::workload:
            return PresetChips::tr("As %1: %2", "a workload, what it asks for")
                .arg(qt(preset.name), shape);
        case Of::running:
            return PresetChips::tr("As most running workloads of %1: %2")
                .arg(qt(preset.name), shape);
        case Of::notebook:
            return PresetChips::tr("As the latest notebook: %1").arg(shape);
        case Of::service:
            return PresetChips::tr("As the latest inference service: %1").arg(shape);
    }
    return {};
}

}  // namespace

PresetChips::PresetChips(const std::vector<SubmitPreset>& presets, int room, Use use,
                         QWidget* parent)
    : QWidget(parent), use_(std::move(use)) {
    setAccessibleName(tr("Start from"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kBetweenChips);
    int width = -kBetweenChips;
    chips_.reserve(presets.size());
    for (const SubmitPreset& preset : presets) {
        auto* chip = new Chip(titleOf(preset, fontMetrics()), this);
        chip->setCount(shapeText(preset.work));
        chip->setToolTip(aboutText(preset));
        connect(chip, &QAbstractButton::clicked, this,
                [this, chip, work = preset.work] { choose(chip, work); });
        row->addWidget(chip);
        chips_.push_back(chip);
        width += kBetweenChips + chip->fullWidth();
    }
    for (Chip* chip : chips_)
        chip->setCountShown(width <= room);
    row->addStretch(1);
}

void PresetChips::choose(Chip* chip, const SubmitWork& work) {
    used_ = nullptr;
    values_ = use_(work);
    used_ = chip;
    for (Chip* each : chips_)
        each->setChecked(each == used_);
}

void PresetChips::follow(const QByteArray& values) {
    if (used_ != nullptr && values != values_)
        std::exchange(used_, nullptr)->setChecked(false);
}

}  // namespace apportion::ui
