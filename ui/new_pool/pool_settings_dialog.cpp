// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/new_pool/pool_settings_dialog.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>

#include "core/change/wall_clock.h"
#include "ui/command_runner.h"
#include "ui/dialogs/form_rows.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/duration_field.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kFieldWidth = 200;
constexpr double kMostSeconds = 1e9;  // as in a scenario

DurationField* seconds(Duration value, double least) {
    auto* box = new DurationField(DurationField::Unit::seconds);
    box->setRange(least, kMostSeconds);
    box->setDuration(value);
    box->setFixedWidth(kFieldWidth);
    return box;
}

}  // namespace

PoolSettingsDialog::PoolSettingsDialog(CommandRunner& runner, const View& view, QWidget* parent)
    : DialogFrame(modeOf(view), parent),
      runner_(runner),
      before_(view.document.settings),
      trial_(new FormTrial(
          runner, [this] { return asked(); }, [this](const Effect& trial) { tell(trial); }, this)) {
    grace_ = seconds(before_.gracePeriod, 0);
    minimum_ = seconds(before_.minRuntime, 0);
    patience_ = seconds(before_.balanceTimeout, 0);
    aging_ = seconds(before_.agingInterval, 0.001);
    placement_ = new QComboBox;
    placement_->addItem(tr("Fill nodes"));
    placement_->addItem(tr("Spread over nodes"));
    placement_->setCurrentIndex(before_.placement == PlacementPolicy::spread ? 1 : 0);
    placement_->setFixedWidth(kFieldWidth);
    moves_ = new QCheckBox(tr("Preemptible workloads can move"));
    moves_->setChecked(before_.consolidation);
    movesCostLittle_ = new QCheckBox(tr("Limit move cost"));
    movesCostLittle_->setChecked(before_.moveLoss.has_value());
    moveLoss_ = seconds(before_.moveLoss.value_or(*apportion::Settings().moveLoss), 0);
    setOpeningWidth(720);
    setHeading(tr("Pool settings"), qt(view.document.name));
    body()->setSpacing(12);
    const auto row = [this](const QString& label, QWidget* field, const QString& hint) {
        field->setAccessibleName(label);
        QHBoxLayout* line = addFormRow(body(), label, field);
        addFormHint(line)->setText(hint);
        line->addStretch(1);
    };
    row(tr("Grace period"), grace_, tr("from SIGTERM to SIGKILL; 0 = killed immediately"));
    row(tr("Minimum runtime"), minimum_,
        tr("reclaim and self-level preemption spare younger workloads"));
    row(tr("Placement"), placement_, tr("if a workload fits on several nodes"));
    row(tr("Moves"), moves_, tr("to make room for workloads that fit on no node"));
    QHBoxLayout* cost = addSwitchedRow(body(), movesCostLittle_, moveLoss_);
    addFormHint(cost)->setText(tr("most runtime that a move can cost"));
    cost->addStretch(1);
    moveLoss_->setAccessibleName(movesCostLittle_->text());
    row(tr("Balance"), patience_, tr("time the first workload waits before others pass"));
    row(tr("Aging"), aging_, tr("intelligent queues then raise a priority by 1"));
    addCancel();
    apply_ = addPrimary(tr("Apply"));
    for (DurationField* box : {grace_, minimum_, moveLoss_, patience_, aging_}) {
        connect(box, &DurationField::valueChanged, this, &PoolSettingsDialog::look);
        connect(box, &DurationField::readableChanged, this, &PoolSettingsDialog::look);
    }
    connect(placement_, &QComboBox::currentIndexChanged, this, &PoolSettingsDialog::look);
    for (QCheckBox* box : {moves_, movesCostLittle_})
        connect(box, &QCheckBox::toggled, this, &PoolSettingsDialog::look);
    connect(apply_, &QPushButton::clicked, this, &PoolSettingsDialog::apply);
    grace_->setFocus();
    grace_->selectAll();
    look();
}

apportion::Settings PoolSettingsDialog::wanted() const {
    apportion::Settings settings;
    settings.gracePeriod = grace_->duration();
    settings.minRuntime = minimum_->duration();
    settings.balanceTimeout = patience_->duration();
    settings.agingInterval = aging_->duration();
    settings.placement =
        placement_->currentIndex() == 1 ? PlacementPolicy::spread : PlacementPolicy::binpack;
    settings.consolidation = moves_->isChecked();
    settings.moveLoss.reset();
    if (movesCostLittle_->isChecked())
        settings.moveLoss = moveLoss_->duration();
    return settings;
}

bool PoolSettingsDialog::isReadable() const {
    return NumberField::allReadable(*this);
}

void PoolSettingsDialog::look() {
    movesCostLittle_->setEnabled(moves_->isChecked());
    moveLoss_->setEnabled(moves_->isChecked() && movesCostLittle_->isChecked());
    const bool changed = !(wanted() == before_);
    apply_->setEnabled(changed && isReadable());
    if (!isReadable())
        setConsequence(NumberField::mistakesIn(*this).section(QLatin1Char('\n'), 0, 0), Tone::err);
    else if (!changed)
        setConsequence(tr("Nothing changes."));
    trial_->changed();
}

std::optional<Change> PoolSettingsDialog::asked() const {
    if (wanted() == before_ || !isReadable())
        return std::nullopt;
    return SetSettings{wanted()};
}

void PoolSettingsDialog::tell(const Effect& trial) {
    if (!isReadable())
        return;
    if (!trial.refusal.empty()) {
        apply_->setEnabled(false);
        return setConsequence(refusalText(trial.refusal), Tone::err);
    }
    setConsequence(
        trial.touchesOthers() ? trialSentence(trial) : tr("Running workloads are not affected."),
        trial.hitsAnybody() ? Tone::warn : Tone::neutral);
}

void PoolSettingsDialog::apply() {
    runner_.run({SetSettings{wanted()}}, this, [this](const Result<CommandAnswer>& answer) {
        if (!answer)
            return refuse(refusalText(answer.error()));
        accept();
        emit applied();
    });
}

}  // namespace apportion::ui
