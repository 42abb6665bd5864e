// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preemption/try_row.h"

#include <algorithm>
#include <cmath>

#include <QBoxLayout>
#include <QCheckBox>
#include <QPainter>

#include "core/model/short_reason.h"
#include "ui/preemption/policy_texts.h"
#include "ui/texts.h"
#include "ui/visible_text.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/gpu_suffix.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kCheckMark = 28;
constexpr int kLeastName = 60;
constexpr int kLeastCheck = 120;
constexpr double kLeastGpus = 0.01;

}  // namespace

TryRow::TryRow(const QString& quota, QWidget* parent)
    : QWidget(parent),
      quota_(quota),
      check_(new QCheckBox(this)),
      gpus_(new NumberField(2, this)),
      priority_(new NumberField(0, this)),
      badge_(new BadgeLabel({}, this)),
      words_(new TextLabel({}, Type::name, Role::text, this)) {
    gpus_->setRange(kLeastGpus, 1'000'000);
    gpus_->setValue(8);
    keepGpuSuffix(gpus_);
    gpus_->setAccessibleName(tr("GPUs of the workload that is tried"));
    priority_->setRange(kLowestPriority, kHighestPriority);
    priority_->setPrefix(tr("priority ", "before a number in a field"));
    priority_->setAccessibleName(tr("Priority of the workload that is tried"));
    check_->setMinimumWidth(kLeastCheck);
    check_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    words_->setWordWrap(true);
    words_->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(check_);
    row->addWidget(gpus_);
    row->addWidget(priority_);
    row->addStretch(1);
    auto* told = new QHBoxLayout;
    told->setSpacing(8);
    told->addWidget(badge_);
    told->addWidget(words_, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 6, 12, 6);
    column->setSpacing(6);
    column->addLayout(row);
    column->addLayout(told);
    // The line is there before the answer, so that nothing moves with it.
    words_->setMinimumHeight(badge_->sizeHint().height());
    badge_->hide();
    nameQuota();
    const auto change = [this] { emit changed(); };
    connect(check_, &QCheckBox::toggled, this, [this, change](bool on) {
        gpus_->setEnabled(on);
        priority_->setEnabled(on);
        change();
    });
    connect(gpus_, &NumberField::valueChanged, this, change);
    connect(priority_, &NumberField::valueChanged, this, change);
    for (NumberField* field : {gpus_, priority_}) {
        connect(field, &NumberField::readableChanged, this, change);
        field->setEnabled(false);
    }
}

std::optional<Arrival> TryRow::arrival() const {
    if (!check_->isChecked() || !gpus_->isReadable() || !priority_->isReadable())
        return std::nullopt;
    return Arrival{std::llround(gpus_->value() * kOneGpu), static_cast<int>(priority_->value()),
                   Module::training};
}

void TryRow::setArrival(const Arrival& arrival, bool on) {
    const QSignalBlocker quietGpus(gpus_);
    const QSignalBlocker quietPriority(priority_);
    gpus_->setValue(static_cast<double>(arrival.gpu) / kOneGpu);
    priority_->setValue(arrival.priority);
    check_->setChecked(on);
}

QString TryRow::mistake() const {
    return gpus_->isReadable() ? priority_->mistake() : gpus_->mistake();
}

void TryRow::setMost(int gpus) {
    gpus_->setMaximum(std::max(1, gpus));
}

void TryRow::setTrial(const std::optional<Effect>& effect, const TimeText& time,
                      const PreemptionChoice& choice) {
    badge_->setVisible(effect.has_value());
    const bool waits = effect && !effect->submitted.empty() && effect->submitted.front().reason;
    if (!effect) {
        words_->setText(check_->isChecked() ? mistake() : QString());
    } else if (waits) {
        const Reason& reason = *effect->submitted.front().reason;
        const std::string_view code = codeText(reason.code);
        badge_->setBadge(
            reasonBadge(QString::fromUtf8(code.data(), static_cast<qsizetype>(code.size()))));
        const QString why = messageText(shortReason(reason), time);
        const auto priority = static_cast<int>(priority_->value());
        words_->setText(isOn(choice) && !mayTake(choice, priority)
                            ? tr("%1 · priority %2 cannot evict: it is outside of High",
                                 "why it waits, its priority")
                                  .arg(why)
                                  .arg(priority)
                            : why);
        words_->setToolTip(messageText(reason.message, time));
    } else if (!effect->evicted.empty()) {
        badge_->setBadge({tr("%Ln evicted", nullptr, static_cast<int>(effect->evicted.size())),
                          Tone::err, Icon::bolt});
        words_->setText(evictedText(*effect));
    } else {
        badge_->setBadge({tr("starts"), Tone::good, Icon::play});
        words_->setText(effect->moved.empty()
                            ? tr("on free GPUs, no evictions")
                            : tr("moves and restarts %1").arg(namesText(namesIn(effect->moved))));
    }
    badge_->updateGeometry();
    setAccessibleDescription(outcome());
}

// A long name gives way to the fields, and is read whole in the tool tip.
void TryRow::nameQuota() {
    const QString sentence = tr("Try a workload that arrives on %1");
    const QFontMetrics metrics(check_->font());
    const int around = metrics.horizontalAdvance(sentence.arg(QString())) + kCheckMark;
    const int room = width() - 24 - gpus_->sizeHint().width() - priority_->sizeHint().width() - 16;
    const QString name =
        metrics.elidedText(quota_, Qt::ElideMiddle, std::max(kLeastName, room - around));
    check_->setText(buttonText(sentence.arg(name)));
    check_->setToolTip(name == quota_ ? QString() : quota_);
    check_->setAccessibleName(sentence.arg(quota_));
}

void TryRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    nameQuota();
}

QString TryRow::outcome() const {
    if (badge_->isHidden())
        return {};
    return tr("%1: %2", "badge, words").arg(badge_->badge().text, words_->text());
}

void TryRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintBox(painter, QRectF(rect()), color(Role::sunken), {}, kControlRadius);
}

}  // namespace apportion::ui
