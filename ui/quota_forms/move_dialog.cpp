// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_forms/move_dialog.h"

#include <algorithm>

#include <QBoxLayout>
#include <QPushButton>
#include <QSlider>

#include "core/plan/draft/quota_edit.h"
#include "ui/dialogs/form_rows.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/quota_forms/amount_field.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/find_box.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kMoveDialogFieldWidth = 112;
constexpr int kSliderLeast = 160;  // of any use only where it can be dragged

QString idleText(const MoveBounds& bounds, const QuotaRow& from) {
    if (bounds.promised && bounds.most == 0)
        return from.childrenGuaranteed >= from.numbers.guaranteed
                   ? MoveDialog::tr("all of it is guaranteed to its children")
                   : MoveDialog::tr("all of it is promised to borrowers");
    if (bounds.spare != bounds.idle)
        return MoveDialog::tr("%1 idle, waiting workloads request %2")
            .arg(gpusText(bounds.idle), gpusText(from.numbers.pending));
    return bounds.promised ? MoveDialog::tr("%1 idle and unassigned").arg(gpusText(bounds.idle))
                           : MoveDialog::tr("%1 idle").arg(gpusText(bounds.idle));
}

}  // namespace

MoveDialog::MoveDialog(SessionBridge& bridge, CommandRunner& runner, Mode mode, const QString& from,
                       const QString& to, QWidget* window)
    : DialogFrame(mode, window),
      bridge_(bridge),
      runner_(runner),
      to_(new FindBox(tr("Find a quota"))),
      slider_(new QSlider(Qt::Horizontal)),
      amount_(new AmountField(tr("GPUs to move"))),
      trial_(new FormTrial(
          runner, [this] { return asked(); }, [this](const Effect& trial) { tell(trial); }, this)) {
    setOpeningWidth(640);
    body()->setSpacing(12);
    const View& view = *bridge.view();
    for (const QuotaRow& row : view.quotas)
        if (qt(row.name) == from) {
            from_ = row;
            for (const QuotaRow* sibling : siblingsOf(view, row))
                siblings_.push_back(*sibling);
        }
    setHeading(tr("Move GPUs from %1").arg(from),
               tr("%1 guaranteed, %2 in use")
                   .arg(gpusText(from_.numbers.guaranteed), gpusText(from_.numbers.subtree)));
    setDot(from_.colour);
    to_->setAccessibleName(tr("To"));
    to_->setMinimumWidth(240);
    QHBoxLayout* row = addFormRow(body(), tr("To"), to_);
    row->addStretch();
    amount_->setFixedWidth(112);
    slider_->setAccessibleName(tr("GPUs to move"));
    slider_->setMinimumWidth(kSliderLeast);
    row = addFormRow(body(), tr("GPUs"), amount_);
    row->addWidget(slider_, 1);
    hint_ = addFormHint(row);
    mistake_ = addMistakeLine(body());
    fromChange_ = new TextLabel({}, Type::name);
    toChange_ = new TextLabel({}, Type::name);
    addFormRow(body(), tr("Afterwards"), fromChange_)->addStretch();
    addFormRow(body(), {}, toChange_)->addStretch();
    addCancel();
    move_ = addPrimary(tr("Move"));
    move_->setEnabled(false);
    fill();
    if (const int at = to_->findText(to); at >= 0)
        to_->setCurrentIndex(at);
    connect(to_, &QComboBox::currentIndexChanged, this, &MoveDialog::changed);
    connect(amount_, &AmountField::edited, this, [this] {
        const QSignalBlocker quiet(slider_);
        slider_->setValue(static_cast<int>(amount_->amount().value_or(0) / kOneGpu));
        changed();
    });
    connect(amount_, &AmountField::readableChanged, this, &MoveDialog::changed);
    connect(slider_, &QSlider::valueChanged, this, [this](int gpus) {
        amount_->setAmount(gpus * kOneGpu);
        changed();
    });
    connect(move_, &QPushButton::clicked, this, &MoveDialog::apply);
    changed();
}

void MoveDialog::fill() {
    const MoveBounds bounds = moveBounds(from_);
    slider_->setRange(0, static_cast<int>(bounds.most / kOneGpu));
    slider_->setPageStep(8);
    slider_->setValue(static_cast<int>(bounds.spare / kOneGpu));
    amount_->setAmount(bounds.spare);
    hint_->setText(idleText(bounds, from_));
    hint_->setElided(true);
    QStringList names;
    int neediest = 0;
    for (std::size_t i = 0; i < siblings_.size(); ++i) {
        names << qt(siblings_[i].name);
        const auto waits = [&](int at) {
            return siblings_[static_cast<std::size_t>(at)].numbers.pending;
        };
        if (waits(static_cast<int>(i)) > waits(neediest))
            neediest = static_cast<int>(i);
    }
    to_->setNames(names);
    to_->setCurrentIndex(siblings_.empty() ? -1 : neediest);
}

ScaleTargets MoveDialog::targets() const {
    if (to_->currentIndex() < 0)
        return {};
    return apportion::moved(from_, siblings_[static_cast<std::size_t>(to_->currentIndex())],
                            amount_->amount().value_or(0));
}

void MoveDialog::changed() {
    trial_->changed();
    const ScaleTargets sizes = targets();
    if (sizes.empty()) {
        mistake_->say(tr("%1 has no siblings to give to.").arg(qt(from_.name)));
        return;
    }
    const auto cannot = [this] {
        fromChange_->setText({});
        toChange_->setText({});
        move_->setEnabled(false);
        setConsequence(mistake_->sentence().isEmpty() ? QString() : tr("The move is not possible"),
                       Tone::err);
    };
    if (!amount_->isReadable()) {
        mistake_->say(amount_->mistake());
        return cannot();
    }
    if (const auto refusal = moveRefusal(from_, amount_->amount().value_or(0))) {
        const Gpu most = moveBounds(from_).most;
        mistake_->say(messageText(*refusal), {{tr("Move %1").arg(gpusText(most)), [this, most] {
                                                   amount_->setAmount(most);
                                                   changed();
                                               }}});
        return cannot();
    }
    const auto change = [](const QuotaRow& row, Gpu after) {
        //: a quota, its size before and after
        return tr("%1: %2 → %3")
            .arg(qt(row.name), gpusText(row.numbers.guaranteed), gpusText(after));
    };
    const QuotaRow& to = siblings_[static_cast<std::size_t>(to_->currentIndex())];
    fromChange_->setText(change(from_, sizes[0].second));
    toChange_->setText(change(to, sizes[1].second));
    if (amount_->amount().value_or(0) == 0) {
        mistake_->clear();
        move_->setEnabled(false);
        setConsequence(tr("No changes."));
    }
}

std::optional<Change> MoveDialog::asked() const {
    const Gpu amount = amount_->amount().value_or(0);
    const ScaleTargets sizes = targets();
    if (sizes.empty() || amount == 0 || !amount_->isReadable() || moveRefusal(from_, amount))
        return std::nullopt;
    return scaleTo(sizes);
}

void MoveDialog::tell(const Effect& trial) {
    move_->setEnabled(trial.refusal.empty());
    if (trial.refusal.empty()) {
        mistake_->clear();
        setConsequence(trial.touchesOthers() ? trialSentence(trial)
                       : trial.resting
                           ? tr("Both guarantees change in one step. No effect on workloads once "
                                "the pool is live")
                           : tr("Both guarantees change in one step. No effect on workloads now"),
                       trial.hitsAnybody() ? Tone::warn : Tone::neutral);
        return;
    }
    const Message& why = trial.refusal.front().message;
    std::vector<Mend> mends;
    if (plainCode(why.code) == "below-usage")
        mends.push_back({tr("Open scaling…"), [this, sizes = targets()] {
                             reject();
                             emit scalingWanted(sizes);
                         }});
    mistake_->say(mends.empty() ? refusalText(trial.refusal) : messageText(why), std::move(mends));
    setConsequence(tr("The move is not possible"), Tone::err);
    if (const QSize wanted = sizeHint(); isVisible() && wanted.height() > height())
        resize(width(), wanted.height());
}

void MoveDialog::apply() {
    const QString to = to_->currentText();
    runner_.run({scaleTo(targets())}, this, [this, to](const Result<CommandAnswer>& answer) {
        if (!answer) {
            refuse(refusalText(answer.error()));
            trial_->changed();
            return;
        }
        accept();
        emit moved(qt(from_.name), to);
    });
}

}  // namespace apportion::ui
